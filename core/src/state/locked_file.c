/*
 * Creating, opening and locking a state file (locked_file.h).
 */
#include "locked_file.h"

#ifdef OS_FILES
#include <errno.h>
#include <string.h>

enum { ATTEMPTS = 100 /* to find the same file twice */ };

/* Opens and locks the file. If another process replaces it in between, this begins again. */
static uuid9562_status_t open_locked(int *file, file_facts_t *facts, const char *path,
                                     unsigned patience_ms)
{
    for (int i = 0; i < ATTEMPTS; i++) {
        bool is_known;

        *file = file_open(path);
        if (*file < 0)
            return UUID9562_ERR_STATE_OPEN;
        is_known = file_facts(*file, facts);
        if (!is_known || !facts->is_regular) {
            errno = is_known ? EINVAL : errno;
            file_close(*file);
            return UUID9562_ERR_STATE_OPEN;
        }
        if (!facts->is_ours || (facts->mode & 2) != 0) {
            file_close(*file);
            return UUID9562_ERR_STATE_OWNER;
        }
        if (facts->size != STATE_FILE_SIZE) {
            file_close(*file);
            return UUID9562_ERR_STATE_FORMAT;
        }
        if (!file_lock(*file, patience_ms)) {
            file_close(*file);
            return errno == EWOULDBLOCK ? UUID9562_ERR_STATE_LOCK : UUID9562_ERR_STATE_OPEN;
        }
        if (file_is_at(path, facts->id))
            return UUID9562_OK;
        file_close(*file);
    }
    return errno == ENOENT ? UUID9562_ERR_STATE_REPLACED : UUID9562_ERR_STATE_OPEN;
}

INTERNAL uuid9562_status_t state_file_create(const char *path, const uint64_t *node, unsigned mode,
                                             bool replace)
{
    char *file = file_room(); /* on no stack, which may be small */
    record_t *record = (record_t *)file;
    uint64_t random;
    uuid9562_status_t status;

    if (file == NULL)
        return UUID9562_ERR_MEMORY;
    *record = (record_t){.sequence = 2, .until_ns = 1};
    status = draw_identity(&record->identity, node);
    record_seal(record);
    if (status == UUID9562_OK && os_random(&random, sizeof random) != 0)
        status = UUID9562_ERR_ENTROPY;
    if (status == UUID9562_OK && !file_create(path, random, mode, file, STATE_FILE_SIZE, replace))
        status = UUID9562_ERR_STATE_OPEN;
    file_unmap(file);
    return status;
}

INTERNAL uuid9562_status_t locked_file_open_or_create(int *file, file_facts_t *facts,
                                                      const char *path, const uint64_t *node)
{
    uuid9562_status_t status = open_locked(file, facts, path, PATIENCE_MS);

    if (status == UUID9562_ERR_STATE_OPEN && errno == ENOENT) {
        status = state_file_create(path, node, 0600, false);
        if (status == UUID9562_OK || errno == EEXIST)
            status = open_locked(file, facts, path, PATIENCE_MS);
    }
    return status;
}

INTERNAL uuid9562_status_t locked_file_open_again(int *file, const char *path, file_id_t id,
                                                  unsigned patience_ms)
{
    file_facts_t facts;
    uuid9562_status_t status = open_locked(file, &facts, path, patience_ms);

    if (status == UUID9562_ERR_STATE_OPEN && errno == ENOENT)
        return UUID9562_ERR_STATE_REPLACED;
    if (status == UUID9562_OK && memcmp(&facts.id, &id, sizeof id) != 0) {
        file_close(*file);
        return UUID9562_ERR_STATE_REPLACED;
    }
    return status;
}

#endif
