import { isLoopback } from "../loopback.ts";

/**
 * Tells which Host headers (RFC 9110, section 7.2) are answered: the host and port of `appUrl`, and nothing else, so that no
 * name that somebody points at this server is taken for ours (DNS rebinding). An instance on this machine alone answers each
 * loopback name at any port, because none of them can be pointed elsewhere.
 */
export function servedHosts(appUrl: string): (host: string | undefined) => boolean {
  const { protocol, hostname, port } = new URL(appUrl);
  const implied = protocol === "https:" ? "443" : "80";
  return (host) => {
    const [, name, given = implied] = HOST.exec(host?.toLowerCase() ?? "") ?? [];
    if (name === undefined) return false;
    return isLoopback(hostname) ? isLoopback(name) : name === hostname && given === (port || implied);
  };
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?$/;
