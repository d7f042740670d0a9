/*
 * What a library of this folder reports for each row: rust.rs defines list_peers.
 */
#include <stdint.h>

typedef struct peer {
    const char *name;
    const char *operation;     /* as in the table of peers.c */
    const char *cryptographic; /* its random bytes: "yes", "no"; "" where it has none */
    void (*run)(uint32_t calls);
    void (*one)(uint8_t *uuid); /* one UUID, where it generates any; else NULL */
} peer_t;

/* Calls `take` with each row. */
typedef void take_t(const peer_t *peer);
void list_peers(take_t *take);
