"""python -m uuid9562"""

from uuid9562 import main

if __name__ == "__main__":
    main()
