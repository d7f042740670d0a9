-- fork() after the generators were used: no two UUIDs that a parent, its children and a grandchild
-- generate afterwards are equal, and no process hangs.

local t = ...
local uuid = require "uuid9562"

local MANY = t.div(t.count, 5) -- of each version, in each process
local SECONDS = 300       -- then a child counts as hanging

local COMPILER = "${CC:-cc}"
local FLAGS = "$(pkg-config --cflags " .. t.quote(t.pc) .. ")"

local function runs(command)
    return select(2, t.shell(command))
end

if not t.has_shell then
    t.test("forks", function() t.skip(t.NO_SHELL) end)
    return
elseif not runs(COMPILER .. " --version") or not runs("pkg-config --exists " .. t.quote(t.pc)) then
    t.test("forks", function() t.skip("no compiler, or no " .. t.pc .. " of pkg-config") end)
    return
end

-- tests/lua/fork.c, compiled into a file that is removed once it is loaded.
local function load_fork()
    local open
    t.with_file("", function(library)
        local command = ("%s -O -Wall -Wextra -Werror -fPIC -shared %s %s -o %s"):format(
            COMPILER, FLAGS, t.quote(t.root .. "tests/lua/fork.c"), t.quote(library))
        local said, compiled = t.shell(command)
        assert(compiled, said)
        open = assert(package.loadlib(library, "luaopen_fork"))
    end)
    return open()
end

local process = load_fork()

-- Runs `body` in a child; returns its process number.
local function spawn(body)
    io.stdout:flush()
    local child = process.fork(SECONDS)
    if child ~= 0 then
        return child
    end
    local ok, problem = pcall(body)
    if not ok then
        io.stderr:write("a child: ", tostring(problem), "\n")
    end
    process.leave(ok)
end

-- Waits for a child of `spawn`, which must succeed.
local function join(child)
    local how, which = process.wait(child)
    t.check(how == "exit" and which == 0, ("a child ended by %s %d"):format(how, which), 2)
end

local versions = {1, 4, 6, 7}
local own = uuid.generator()

-- `n` UUIDs of each version as bytes, the versions in turn, one by one and in batches: half from
-- the module, half from a generator that was created before the fork.
local function generate(n)
    local parts = {}
    for _ = 1, t.div(n, 20) do
        for _, version in ipairs(versions) do
            local name = ("uuid%d_bytes"):format(version)
            for _ = 1, 5 do
                parts[#parts + 1] = uuid[name]()
                parts[#parts + 1] = own[name](own)
            end
            parts[#parts + 1] = uuid.batch_bytes(version, 5)
            parts[#parts + 1] = own:batch_bytes(version, 5)
        end
    end
    return table.concat(parts)
end

local function write(name, n)
    local file = assert(io.open(name, "wb"))
    assert(file:write(generate(n)))
    assert(file:close())
end

-- How many UUIDs of each version the files hold; no two may be equal.
local function count_distinct(names)
    local seen, count = {}, {}
    for _, name in ipairs(names) do
        local file = assert(io.open(name, "rb"))
        for u in function() return file:read(16) end do
            t.check(#u == 16 and not seen[u], "twice: " .. t.show(u))
            seen[u] = true
            local version = uuid.version(u)
            count[version] = (count[version] or 0) + 1
        end
        file:close()
    end
    return count
end

-- Calls `body` with the names of temporary files.
local function with_files(n, body, names)
    names = names or {}
    if #names == n then
        return body(names)
    end
    t.with_file("", function(name)
        names[#names + 1] = name
        with_files(n, body, names)
    end)
end

t.test("parent, children and grandchild generate different UUIDs", function()
    local n = MANY - MANY % 20
    with_files(5, function(names)
        write(names[1], 20) -- fills every buffer
        local child = spawn(function()
            local grandchild = spawn(function() write(names[2], n) end)
            write(names[3], n)
            join(grandchild)
        end)
        local second = spawn(function() write(names[4], n) end)
        write(names[5], n)
        join(child)
        join(second)

        local count = count_distinct(names)
        for _, version in ipairs(versions) do
            t.equal(count[version], 4 * n + 20)
        end
    end)
end)

t.test("the first UUIDs of many children", function()
    local children, names = 20, {}
    with_files(children + 1, function(files)
        names = files
        for _, version in ipairs(versions) do
            uuid.batch(version, 100)
        end
        local running = {}
        for i = 1, children do
            running[i] = spawn(function() write(names[i], 20) end)
        end
        write(names[children + 1], 20)
        for i = 1, children do
            join(running[i])
        end
        t.equal(count_distinct(names)[1], 20 * (children + 1))
    end)
end)

t.test("a fork in a callback", function()
    with_files(2, function(names)
        local child
        local g = uuid.generator {clock = function()
            child = child or spawn(function() write(names[1], 20) end)
            return os.time() * 1000000000
        end}
        t.equal(uuid.version(g:uuid7()), 7)
        write(names[2], 20)
        join(child)
        t.equal(count_distinct(names)[7], 40)
    end)
end)
