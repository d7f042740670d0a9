// main.zig
const std = @import("std");
const c = @import("uuid9562");

pub fn main() !void {
    var id: c.uuid9562_t = undefined;
    var text: [c.UUID9562_STRING_SIZE]u8 = undefined;
    if (c.uuid9562_uuid7(null, &id) != c.UUID9562_OK) return error.Uuid;
    std.debug.print("{s}\n", .{c.uuid9562_to_string(&text, &id)});
}
