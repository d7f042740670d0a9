/*
 * The structures of the Arrow C data interface and C stream interface, which are a public and
 * stable ABI (https://arrow.apache.org/docs/format/CDataInterface.html), and the names of their
 * capsules in the Arrow PyCapsule interface. What a structure with a release callback holds stays
 * as it is until its owner calls that, once; NULL says that the structure holds nothing.
 */
#ifndef UUID9562_PYTHON_ARROW_ABI_H
#define UUID9562_PYTHON_ARROW_ABI_H

#include <stdint.h>

#define ARROW_FLAG_NULLABLE 2

#define ARROW_SCHEMA_CAPSULE "arrow_schema"
#define ARROW_ARRAY_CAPSULE  "arrow_array"
#define ARROW_STREAM_CAPSULE "arrow_array_stream"

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count; /* -1 if it was not counted */
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif
