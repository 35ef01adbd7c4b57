import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certified } from "#tests/support/certificate.ts";
import { openGuard } from "./guard.ts";
import { openLine } from "./line.ts";
import { smtpTransport } from "../mail/delivery.ts";

// Its certificate is its own word.
let heard = 0;
const { both } = certified();
const stranger = https.createServer({ cert: both, key: both }, (_, response) => {
  heard += 1;
  response.end("{}");
});
beforeAll(() => new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => stranger.close(resolve)));
const at = (scheme: string) => `${scheme}://127.0.0.1:${(stranger.address() as AddressInfo).port}`;

test("neither a vendor, a webhook's receiver nor a mail server is spoken to whose certificate nobody vouches for", async () => {
  const line = openLine(openGuard({ allowPrivate: true }));
  const asked = line.send({ url: new URL(at("https")), method: "GET", headers: {} });
  await expect(asked).rejects.toThrow(/self-signed certificate/);
  line.close();
  const send = smtpTransport(at("smtps"), "Exhibit <no-reply@exhibit.example>", () => new Date());
  await expect(
    send({ to: "ana@example.test", subject: "A", text: "B", html: "<p>B</p>" }, "00000000-0000-4000-8000-000000000000"),
  ).rejects.toThrow(/self-signed certificate/);
  await expect(fetch(at("https"))).rejects.toMatchObject({ cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } });
  expect(heard).toBe(0);
});
