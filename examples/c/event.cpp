/*
 * UUIDs in C++: as keys of containers, in streams, and errors as exceptions.
 *
 *   g++ -std=c++17 event.cpp $(pkg-config --cflags --libs uuid9562)
 */
#include <iostream>
#include <map>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <uuid9562.h>

using uuid = uuid9562_t;

bool operator<(const uuid &a, const uuid &b) { return uuid9562_compare(&a, &b) < 0; }
bool operator==(const uuid &a, const uuid &b) { return uuid9562_compare(&a, &b) == 0; }

template <> struct std::hash<uuid> {
    std::size_t operator()(const uuid &id) const noexcept
    {
        return std::hash<std::string_view>{}({reinterpret_cast<const char *>(id.bytes), 16});
    }
};

std::ostream &operator<<(std::ostream &out, const uuid &id)
{
    char text[UUID9562_STRING_SIZE];
    return out << uuid9562_to_string(text, &id);
}

void check(uuid9562_status_t status)
{
    if (status != UUID9562_OK)
        throw std::runtime_error(uuid9562_strerror(status));
}

int main()
{
    uuid first, second;
    check(uuid9562_uuid7(nullptr, &first));
    check(uuid9562_uuid7(nullptr, &second));
    std::map<uuid, const char *> ordered{{second, "second"}, {first, "first"}};
    std::unordered_map<uuid, const char *> hashed(ordered.begin(), ordered.end());
    std::cout << ordered.begin()->second << ' ' << hashed[second] << '\n'; // => first second
    std::cout << uuid{} << '\n'; // => 00000000-0000-0000-0000-000000000000
}
