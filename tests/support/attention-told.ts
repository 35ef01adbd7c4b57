import type { ServerProcess } from "./server-process.ts";

/** What a process says needs an operator, by the keys under which it is alerted. */
export async function attentionTold(server: ServerProcess, token: string): Promise<readonly string[]> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return [...(await answer.text()).matchAll(/^exhibit_attention\{key="([^"]+)"\} 1$/gm)].map(([, key]) => key!);
}
