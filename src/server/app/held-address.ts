import { ConfigError } from "./config-error.ts";

/** Where systemd puts the first socket that it hands over (sd_listen_fds). */
const FIRST_SOCKET = 3;

/** What the service manager says of the sockets that it hands over; none of it is for a process that we start. */
export const ofServiceManager = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] as const;

/**
 * The descriptor of the listening socket that the service manager holds for this process; undefined where it holds none, or one for
 * another process. Requests that arrive while no process takes them wait there. Throws ConfigError for more than one.
 */
export function heldAddress(env: NodeJS.ProcessEnv, pid: number): number | undefined {
  if (env["LISTEN_PID"] !== String(pid)) return undefined;
  const sockets = Number(env["LISTEN_FDS"]);
  if (sockets === 1) return FIRST_SOCKET;
  throw new ConfigError(`The socket unit must name one address to listen on, not ${env["LISTEN_FDS"] ?? "none"}.`);
}
