import { getLoadablePath, load } from './index.js';

export { getLoadablePath, load };
declare const uuid9562: { getLoadablePath: typeof getLoadablePath; load: typeof load };
export default uuid9562;
