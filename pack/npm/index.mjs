// The same for `import`.
import uuid9562 from './index.js';

export const { getLoadablePath, load } = uuid9562;
export default uuid9562;
