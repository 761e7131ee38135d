import { require_dist_node } from "./dist-node2.mjs";

export default require_dist_node();

export {  };