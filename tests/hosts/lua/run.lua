-- The suite of the Lua module: plain Lua, nothing else. From the root of the repository, after
-- `make lua`:
--
--     LUA_CPATH=build/lua/?.so lua5.4 tests/hosts/lua/run.lua [NAME ...]
--     LUA_CPATH=build/lua/?.so lua5.4 tests/hosts/lua/run.lua --list
--
-- or `luarocks test`. It is about the module that this Lua finds; where it finds none, about that
-- of build/lua. It is of Lua 5.1, as far as compat.lua makes that one of 5.4.
--
-- A topic is a file of this directory, which is called with the table `t` below and says
-- t.test("what is tested", function). A failed check raises an error, which carries the place of
-- the check; a test that checks nothing fails. A NAME is a topic or one test: errors,
-- errors.what_is_tested. --list prints the tests.
--
--   UUID9562_VECTORS  another file than tests/vectors.tsv
--   UUID9562_COUNT    how many UUIDs make a large number (default 100000)

local topics = {
    "surface", "meta", "vectors", "errors", "numbers", "generators",
    "sources", "callbacks", "states", "state_file",
}

local root = arg[0]:match("^(.*)tests/hosts/lua/[^/]*$") or "../../"
local t = assert(loadfile(root .. "tests/hosts/lua/compat.lua"))()
t.root = root
t.count = math.tointeger(tonumber(os.getenv("UUID9562_COUNT") or "100000"))
if not package.searchpath("uuid9562", package.cpath) then
    package.cpath = root .. "build/lua/?.so;" .. package.cpath
end

local topic -- the one that is running
local listing = arg[1] == "--list"
local wanted, found = {}, {} -- by name
local in_topic = {} -- the topics that are named
for i = 1, #arg do
    wanted[arg[i]] = true
    in_topic[arg[i]:match("^[^.]*")] = true
end
local count = {passed = 0, failed = 0, skipped = 0}
local checks, reason = 0, nil

---- tests ----

local function is_wanted(name)
    local whole = topic .. "." .. name
    found[topic], found[whole] = true, true
    return #arg == 0 or wanted[topic] or wanted[whole]
end

-- Runs one test, or lists it.
function t.test(title, body)
    local name = title:gsub("[^%w]+", "_")
    if listing then
        print(topic .. "." .. name)
    end
    if listing or not is_wanted(name) then
        return
    end
    local before = checks
    reason = nil
    local ok, problem = pcall(body)
    local outcome = ok and "passed" or "failed"
    if problem == t.NO_SHELL then
        outcome = "skipped"
    elseif ok and reason then
        outcome, problem = "skipped", reason
    elseif ok and checks == before then
        outcome, problem = "failed", "checks nothing"
    end
    count[outcome] = count[outcome] + 1
    if outcome ~= "passed" then
        print(("%s: %s.%s: %s"):format(outcome, topic, name, tostring(problem)))
    end
end

-- The test that calls this is skipped.
function t.skip(why)
    reason = why
end

---- checks: each raises at the place of its caller ----

-- A value as one would write it.
function t.show(value)
    if type(value) ~= "string" then
        return tostring(value)
    elseif value:find("[^ -~]") then
        return "x:" .. value:gsub(".", function(c) return ("%02x"):format(c:byte()) end)
    end
    return '"' .. value .. '"'
end

-- The results of a call, for a message.
function t.show_all(results)
    local shown = {}
    for i = 1, results.n do
        shown[i] = t.show(results[i])
    end
    return "(" .. table.concat(shown, ", ") .. ")"
end

function t.check(condition, message, level)
    checks = checks + 1
    if not condition then
        error(message or "check failed", (level or 1) + 1)
    end
end

-- The same value of the same type: 1 is not 1.0.
function t.equal(actual, expected, note, level)
    t.check(actual == expected and math.type(actual) == math.type(expected),
            ("%sexpected %s, got %s"):format(note and note .. ": " or "", t.show(expected),
                                             t.show(actual)), (level or 1) + 1)
end

-- Exactly these results, trailing nils included.
function t.results(expected, f, ...)
    local got, n = table.pack(f(...)), 0
    for i in pairs(expected) do -- #{nil, 1} may be 0
        n = math.max(n, i)
    end
    t.equal(got.n, n, "number of results " .. t.show_all(got), 2)
    for i = 1, got.n do
        t.equal(got[i], expected[i], "result " .. i, 2)
    end
end

-- One nil and nothing else.
function t.absent(f, ...)
    local got = table.pack(f(...))
    t.check(got.n == 1 and got[1] == nil, "expected one nil, got " .. t.show_all(got), 2)
end

-- nil, message, offset, and the message names the offset. Without an offset any one will do.
local function malformed(what, offset, f, ...)
    local got = table.pack(f(...))
    t.check(got.n == 3 and got[1] == nil and type(got[2]) == "string"
            and math.type(got[3]) == "integer" and (offset == nil or got[3] == offset),
            ("expected nil, message, %s, got %s"):format(offset or "offset", t.show_all(got)), 3)
    t.check(got[2]:find(("malformed %s at offset %d: "):format(what, got[3]), 1, true) == 1,
            "message without its offset: " .. t.show(got[2]), 3)
end

function t.malformed(...)
    malformed("UUID", ...)
end

function t.malformed_as(...) -- "time" or "namespace", for instance
    malformed(...)
end

-- nil, message, and nothing else. `pattern` is in the message, literally.
function t.out_of_range(pattern, f, ...)
    local got = table.pack(f(...))
    t.check(got.n == 2 and got[1] == nil and type(got[2]) == "string" and got[2] ~= "",
            "expected nil, message, got " .. t.show_all(got), 2)
    t.check(got[2]:find(pattern, 1, true), "not in the message: " .. pattern .. ": " .. got[2], 2)
end

-- A raised argument error that names the position, and says `expected` literally.
function t.argument_error(position, expected, f, ...)
    local got = table.pack(pcall(f, ...))
    t.check(not got[1], "expected an argument error, got " .. t.show_all(got), 2)
    local problem = tostring(got[2])
    t.check(problem:find(("bad argument #%s to "):format(position or "%d+")),
            "expected an argument error, raised " .. problem, 2)
    t.check(not expected or problem:find(expected, 1, true),
            ("not in the argument error: %s: %s"):format(tostring(expected), problem), 2)
end

function t.raises(pattern, f, ...)
    local got = table.pack(pcall(f, ...))
    t.check(not got[1], "expected an error, got " .. t.show_all(got), 2)
    t.check(tostring(got[2]):find(pattern, 1, true),
            ("expected the error %s, raised %s"):format(pattern, tostring(got[2])), 2)
end

-- `work` leaves no memory in use, once it has been done before.
function t.keeps_no_memory(work)
    local function used_after()
        work()
        collectgarbage()
        collectgarbage()
        return collectgarbage("count")
    end
    used_after()
    local before = used_after()
    local after = used_after()
    t.check(after - before < 8, ("grew by %.1f KiB"):format(after - before), 2)
end

---- child processes ----

local interpreter = arg[-1]
do
    local i = -1
    while arg[i] do
        interpreter, i = arg[i], i - 1
    end
end

local function quote(text)
    return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Writes a temporary file; returns its name. It is removed when `body` has returned.
function t.with_file(content, body)
    local name = os.tmpname()
    local file = assert(io.open(name, "wb"))
    file:write(content)
    file:close()
    local ok, problem = pcall(body, name)
    os.remove(name)
    if not ok then
        error(problem, 0)
    end
end

-- Runs a Lua script in a process of its own; `setup` is shell that comes before the interpreter.
-- Returns what it wrote on both outputs, and whether it ended well.
function t.child(setup, script)
    local output, ended
    t.with_file(script, function(name)
        local path = ("package.cpath = %q"):format(package.cpath)
        output, ended = t.shell(("%s %s -e %s %s"):format(setup, quote(interpreter), quote(path),
                                                          quote(name)))
    end)
    return output, ended
end

-- Such a script that does its own checks: it has to end well and to say "done" last.
function t.child_passes(setup, script)
    local output, ended = t.child(setup, script)
    t.check(ended and output:find("done\n$"), "the child said: " .. output, 2)
end

t.quote = quote

---- all of it ----

for i = 1, #topics do
    topic = topics[i]
    if listing or #arg == 0 or in_topic[topic] then
        assert(loadfile(root .. "tests/hosts/lua/" .. topic .. ".lua"))(t)
    end
end
if not listing then
    for i = 1, #arg do
        assert(found[arg[i]], "there is no test " .. arg[i])
    end
    print(("lua: %d passed, %d failed, %d skipped"):format(count.passed, count.failed,
                                                           count.skipped))
end
os.exit(count.failed == 0 and 0 or 1, true)
