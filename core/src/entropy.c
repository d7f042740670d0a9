/*
 * The one place that the core's random bits come from, whoever asks for them (RFC 9562 section
 * 6.9). They are OpenSSL's, drawn for each request, never stored and never replaced by anything
 * weaker: where OpenSSL has none, the caller gets an error.
 *
 * OpenSSL's generator notices by the process number that it is in a child, and reseeds.
 */

static int entropy_draw(void *context, void *octets, size_t count)
{
    (void)context;
    return crypto_random(octets, count);
}
