import { endpoints } from "#contract/index.ts";

/**
 * What takes its time in the demo, as a connection to another service would (specification, section 9), in
 * milliseconds. The real application waits for nothing.
 */
export const delays: Readonly<Record<string, number>> = {
  "projects.create": 1_000,
  "connections.link": 2_000,
  "users.invite": 1_500,
  "support.send": 1_500,
};

/** Names in the table that no endpoint has. */
export function unknownDelays(): string[] {
  return Object.keys(delays).filter((name) => !endpoints.some((endpoint) => endpoint.name === name));
}
