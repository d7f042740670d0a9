-- docs/lua.md: every example prints what it says, and every public name has its row and its
-- example. A section is a program; what it prints and raises is put beside its comments, in their
-- order.

local t = ...
local uuid = require "uuid9562"

local function read(path)
    local file = assert(io.open(t.root .. path))
    local text = file:read("*a")
    file:close()
    return text
end

local manual = read "docs/lua.md"

---- examples ----

-- Sections with code: {name=, code=, promised=}, the code of each with empty lines in place of all
-- else, so that its lines are numbered as in the file.
local sections = {}
do
    local name, code, promised, inside
    local function finish()
        if code and table.concat(code):find("%S") then
            sections[#sections + 1] =
                {name = name, code = table.concat(code, "\n"), promised = promised}
        end
    end
    local number, skipped = 0, false
    for written in manual:gmatch("([^\n]*)\n") do
        local line = written
        number = number + 1
        local heading = not inside and line:match("^##+ (.*)$")
        if heading then
            finish()
            name, code, promised = heading, {}, {}
            for i = 1, number - 1 do
                code[i] = ""
            end
        end
        if line:find("^```") then
            inside, skipped, line = line == "```lua", false, ""
        elseif inside and line == "-- Lua 5.4" then
            skipped = not t.closes
        end
        if code then
            local result = inside and not skipped and line:match("%-%- => (.*)$")
            if result then
                promised[#promised + 1] = result
            end
            -- What stands before a promised error is a statement that raises it.
            local raises = result and result:find("^error: ") and line:match("^(.-)%s*%-%- => ")
            line = raises and "raises(function() " .. raises .. " end)" or line
            code[number] = inside and not skipped and line or ""
        end
    end
    finish()
end

-- Runs a section; what it printed, and the errors of its lines.
local function run(section)
    local printed = {}
    local environment = setmetatable({
        print = function(...)
            local shown = {}
            for i = 1, select("#", ...) do
                shown[i] = tostring((select(i, ...)))
            end
            printed[#printed + 1] = table.concat(shown, "\t")
        end,
        raises = function(body)
            local ok, problem = pcall(body)
            printed[#printed + 1] = ok and "no error"
                or "error: " .. tostring(problem):gsub("^[^:]*docs/lua.md:%d+: ", "")
        end,
        uuid = uuid,
    }, {__index = _G})
    assert(t.load(section.code, "@docs/lua.md", environment))()
    return printed
end

-- For a message, in which a tab is better seen so.
local function with_bars(text)
    return text and (text:gsub("\t", " | "))
end

for _, section in ipairs(sections) do
    t.test("docs/lua.md, " .. section.name, function()
        local printed = run(section)
        for i = 1, math.max(#printed, #section.promised) do
            t.equal(with_bars(printed[i]), with_bars(section.promised[i]), "result " .. i)
        end
        t.check(#printed > 0, "it promises nothing")
    end)
end

t.test("there are examples", function()
    t.check(#sections > 10)
end)

---- all of it ----

-- What is called in an example, by name; and the code of all of them.
local examples = {}
for _, section in ipairs(sections) do
    examples[#examples + 1] = section.code
end
examples = table.concat(examples, "\n")

-- The functions with their parameters, as uuid9562.meta.lua has them: "uuid7_make(unix_ms, random
-- [, n])".
local signatures = {}
do
    local optional = {}
    for line in read("bindings/lua/uuid9562.meta.lua"):gmatch("[^\n]+") do
        local may_be_left_out = line:match("^%-%-%-@param ([%w_]+)%?")
        local name, parameters = line:match("^function uuid9562%.([%w_]+)%((.*)%) end$")
        local twin, of = line:match("^uuid9562%.([%w_]+) = uuid9562%.([%w_]+)$")
        if may_be_left_out then
            optional[may_be_left_out] = true
        elseif name then
            local shown, closing = "", ""
            for parameter in parameters:gmatch("[%w_]+") do
                local comma = shown == "" and "" or ", "
                if optional[parameter] then
                    shown = shown .. (comma == "" and "[" or " [, ") .. parameter
                    closing = closing .. "]"
                else
                    shown = shown .. comma .. parameter
                end
            end
            signatures[name] = "(" .. shown .. closing .. ")"
            optional = {}
        elseif twin then
            signatures[twin] = signatures[of]
        end
    end
end

t.test("every function has its row and its example", function()
    for name, value in pairs(uuid) do
        if type(value) == "function" then
            local row = "`" .. name .. assert(signatures[name], name) .. "`"
            t.check(manual:find("\n| [^\n|]*" .. row:gsub("%p", "%%%0")), "no row: " .. row)
            t.check(examples:find("uuid%." .. name .. " ?[({]"), "no example: " .. name)
        end
    end
end)

t.test("every constant has its example", function()
    for name, value in pairs(uuid) do
        if type(value) ~= "function" then
            t.check(examples:find("uuid." .. name, 1, true), "no example: " .. name)
            t.check(manual:find("`" .. name .. "`", 1, true), "not named: " .. name)
        end
    end
end)

t.test("every method and every option of a generator is named", function()
    local about = manual:match("\n## A clock of one's own\n(.-)\n## ")
    for name in pairs(getmetatable(uuid.generator()).__index) do
        t.check(about:find("`" .. name:gsub("_bytes$", "") .. "`", 1, true), "no method: " .. name)
    end
    uuid.generator(setmetatable({}, {__index = function(_, name)
        t.check(about:find("`" .. name .. "`", 1, true), "no option: " .. name)
    end}))
end)

t.test("its contents are its sections", function()
    local listed, headings = {}, {}
    for title in manual:gmatch("\n%- %[([^%]]+)%]%(#") do
        listed[#listed + 1] = title
    end
    for title in manual:gmatch("\n## ([^\n]+)") do
        headings[#headings + 1] = title
    end
    t.equal(table.concat(listed, "\n"), table.concat(headings, "\n"))
end)
