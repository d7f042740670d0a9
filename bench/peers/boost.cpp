/*
 * Boost.UUID, as rows of peers.h. Its generators are not for several threads, so each has its own.
 */
#include <algorithm>
#include <boost/uuid/uuid.hpp>
#include <boost/uuid/uuid_generators.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <boost/version.hpp>
#include <cstring>
#include <string>

#include "peers.h"

namespace
{

template <typename T> void keep(const T &value)
{
    asm volatile("" : : "r"(&value) : "memory");
}

template <typename Generator> boost::uuids::uuid generate()
{
    thread_local Generator generator;
    return generator();
}

boost::uuids::uuid hash()
{
    static boost::uuids::name_generator_sha1 generator(boost::uuids::ns::dns());
    return generator("www.example.com", 15);
}

std::string format()
{
    static const boost::uuids::uuid uuid = hash();
    return boost::uuids::to_string(uuid);
}

boost::uuids::uuid parse()
{
    return boost::uuids::string_generator()("01890a5d-ac96-774b-bcce-b302099a8057");
}

template <auto call> void run(uint32_t calls)
{
    while (calls-- > 0)
        keep(call());
}

template <auto call> void one(uint8_t *out)
{
    const boost::uuids::uuid uuid = call();
    std::copy(uuid.begin(), uuid.end(), out);
}

#define GENERATOR(name, operation, cryptographic, type)                                            \
    {                                                                                              \
        name, operation, cryptographic, run<generate<boost::uuids::type>>,                         \
            one<generate<boost::uuids::type>>                                                      \
    }

const peer_t peers[] = {
    GENERATOR("Boost, random_generator", "uuid4", BOOST_VERSION < 106700 ? "no" : "yes",
              random_generator),
    GENERATOR("Boost, random_generator_mt19937", "uuid4", "no", random_generator_mt19937),
#if BOOST_VERSION >= 108600
    GENERATOR("Boost, time_generator_v7", "uuid7", "yes", time_generator_v7),
    GENERATOR("Boost, time_generator_v6", "uuid6", "yes", time_generator_v6),
    GENERATOR("Boost, time_generator_v1", "uuid1", "yes", time_generator_v1),
#endif
    {"Boost, name_generator_sha1", "uuid5", "", run<hash>, nullptr},
    {"Boost, to_string", "format", "", run<format>, nullptr},
    {"Boost, string_generator", "parse", "", run<parse>, nullptr},
};

} // namespace

void list_peers(take_t *take)
{
    for (const peer_t &peer : peers)
        take(&peer);
}
