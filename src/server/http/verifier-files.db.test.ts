import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { verifierHashes } from "#catalog/verifier-hashes.gen.ts";
import { runApp } from "#tests/support/running-app.ts";

test("S4: the verifier is served apart from bundles to everybody, byte for byte as its hash was published", async () => {
  const app = await runApp();
  for (const [name, hash] of Object.entries(verifierHashes)) {
    const answer = await fetch(`${app.url}/${name}`);
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([name, createHash("sha256").update(bytes).digest("hex")]).toEqual([name, hash]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
  const program = await fetch(`${app.url}/verify.mjs`);
  expect(program.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(program.headers.get("content-disposition")).toBe('attachment; filename="verify.mjs"');
  const page = await fetch(`${app.url}/verify.html`);
  const policy = page.headers.get("content-security-policy")!;
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  // Nothing but its own script and style, WebAssembly that stands in it, and no network: the page's own policy, and no frame around it.
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^' ]+' 'wasm-unsafe-eval'; worker-src blob:; style-src 'sha256-[^' ]+'; /,
  );
  expect(policy).toMatch(/; frame-ancestors 'none'$/);
  expect((await fetch(`${app.url}/verify.html`, { method: "POST" })).status).toBe(405);
  await app.close();
});
