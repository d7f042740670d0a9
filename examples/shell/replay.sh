# The same UUIDs each time: from a name, from fields, from bits.

uuid9562 -5 --namespace @dns --name www.example.com
# => 2ed6657d-e927-568b-95e1-2665a8aea6a2
uuid9562 -6 --at 1645557742000 --node 0x9f6bdeced846 --clock-seq 13256
# => 1ec9414c-232a-6b00-b3c8-9f6bdeced846
uuid9562 -8 --a 0x2489e9ad2ee2 --b 0xe00 --c 0xec932d5f69181c0
# => 2489e9ad-2ee2-8e00-8ec9-32d5f69181c0
