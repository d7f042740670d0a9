"""python -m uuid9562"""

from uuid9562 import main

main()
