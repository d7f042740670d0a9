// build.zig
const std = @import("std");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const app = b.createModule(.{
        .root_source_file = b.path("main.zig"),
        .target = target,
        .optimize = optimize,
        .link_libc = true,
    });
    const header = b.addTranslateC(.{
        .root_source_file = b.path("uuid9562.h"),
        .target = target,
        .optimize = optimize,
    });

    app.addImport("uuid9562", header.createModule());
    app.addCSourceFile(.{ .file = b.path("uuid9562.c"), .flags = &.{"-DUUID9562_LOAD_LIBCRYPTO"} });
    b.installArtifact(b.addExecutable(.{ .name = "app", .root_module = app }));
}
