// Boost, for peers.py: run_NAME and one_NAME. Two threads may not use one generator.
#include <boost/uuid/random_generator.hpp>
#include <cstdint>
#include <cstring>
#if __has_include(<boost/uuid/time_generator_v7.hpp>) // of Boost 1.86
#include <boost/uuid/time_generator_v7.hpp>
#endif

#define GENERATOR(name, generator)                                                                 \
    extern "C" void one_##name(uint8_t *out)                                                       \
    {                                                                                              \
        static thread_local boost::uuids::generator generate;                                      \
        boost::uuids::uuid uuid = generate();                                                      \
        std::memcpy(out, &uuid, sizeof uuid);                                                      \
    }                                                                                              \
    extern "C" void run_##name(uint32_t calls)                                                     \
    {                                                                                              \
        static uint8_t out[16];                                                                    \
        while (calls-- > 0)                                                                        \
            one_##name(out);                                                                       \
    }

GENERATOR(boost_random_generator_pure, random_generator_pure)
GENERATOR(boost_random_generator_mt19937, random_generator_mt19937)
#ifdef BOOST_UUID_TIME_GENERATOR_V7_HPP_INCLUDED
GENERATOR(boost_time_generator_v7, time_generator_v7)
#endif
