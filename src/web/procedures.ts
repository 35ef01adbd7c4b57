import described from "virtual:procedures";
import type { procedures as declared } from "#contract/index.ts";

/**
 * Every endpoint as a client needs it: its method and path. The schemas stay with the server, which checks what it is sent; a form
 * takes its own from the contract.
 */
export const procedures = described as unknown as typeof declared;
