"""python -m uuid9562"""

import signal

from uuid9562 import main

if __name__ == "__main__":
    # As for any filter, a closed pipe ends the program and is not an error. (Windows has no signal
    # for it.)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
