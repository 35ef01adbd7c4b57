import type { ServerProcess } from "./server-process.ts";

/** What a process says needs an operator, by the keys under which it is alerted. */
export async function attentionTold(server: ServerProcess, token: string): Promise<readonly string[]> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return [...(await answer.text()).matchAll(/^exhibit_attention\{key="([^"]+)"\} 1$/gm)].map(([, key]) => key!);
}

/** What a process tells under a metric's name, labels included; undefined where it tells nothing. */
export async function metricTold(server: ServerProcess, token: string, name: string): Promise<number | undefined> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const line = (await answer.text()).split("\n").find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}
