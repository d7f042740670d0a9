'use strict';
// Finds the SQLite extension that was built for this process, and loads it into a connection.
const fs = require('fs');
const path = require('path');

// The C library of the process. A system may have both, so its files do not show which.
function libc() {
  if (typeof Deno !== 'undefined') return Deno.build.env === 'musl' ? 'musl' : 'glibc';
  try {
    const maps = fs.readFileSync('/proc/self/maps', 'latin1');
    return /\/libc(-2\.\d+\.so|\.so\.6)$/m.test(maps) ? 'glibc' : 'musl';
  } catch {
    return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  }
}

/** Returns the path of the extension for this process; throws where the package has none. */
function getLoadablePath({ replicated = false } = {}) {
  const linux = process.platform === 'linux';
  const ending = { darwin: 'dylib', win32: 'dll' }[process.platform] || 'so';
  const platform = [process.platform, process.arch, ...(linux ? [libc()] : [])].join('-');
  const name = replicated ? 'uuid9562_replicated' : 'uuid9562';
  const file = path.join(__dirname, 'lib', platform, `${name}.${ending}`);
  if (!fs.existsSync(file)) {
    const has = fs.readdirSync(path.join(__dirname, 'lib')).sort().join(', ');
    throw new Error(`uuid9562-sqlite has no extension for ${platform}; it has: ${has}`);
  }
  return file;
}

/**
 * Loads the extension into a connection, and returns the connection, or, where loading is
 * asynchronous (sqlite3), a Promise of it.
 */
function load(db, options) {
  const file = getLoadablePath(options);
  if (typeof db.parallelize === 'function') { // sqlite3
    return new Promise((resolve, reject) => {
      db.loadExtension(file, (error) => (error ? reject(error) : resolve(db)));
    });
  }
  const loaded = db.loadExtension(file);
  return loaded && typeof loaded.then === 'function' ? loaded.then(() => db) : db;
}

module.exports = { getLoadablePath, load };
