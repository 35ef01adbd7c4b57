import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plans } from "#catalog/plans.ts";
import { publicPages, unlistedPages, shareImage } from "#catalog/public-pages.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";

// What search engines, programs that show links, and slow lines are promised, for every public page of the list.
let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

interface Raw {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
}

/** As a client that asks for no encoding unless it says so; fetch would ask, and decode behind our back. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(`${running.url}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

const text = async (path: string) => (await ask(path)).bytes.toString();

function attribute(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, value]) =>
    value!.replaceAll("&#39;", "'").replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  );
}

describe.each(publicPages.map((page) => [page.path, page] as const))("%s", (path, page) => {
  test("has one title, one description, one canonical address, and is in the sitemap", async () => {
    const html = await text(path);
    expect(attribute(html, /<title>([^<]*)<\/title>/g)).toEqual([page.title]);
    expect(attribute(html, /<meta name="description" content="([^"]*)"/g)).toEqual([page.description]);
    expect(attribute(html, /<link rel="canonical" href="([^"]*)"/g)).toEqual([running.url + path]);
    expect(page.title.length).toBeLessThanOrEqual(65);
    expect(page.description.length).toBeLessThanOrEqual(180);
    expect(await text("/sitemap.xml")).toContain(`<loc>${running.url}${path}</loc>`);
    expect((await ask(path)).headers["x-robots-tag"]).toBeUndefined();
    expect(html).not.toContain("noindex");
  });

  test("says in one way, with whole addresses, what a shared link shows", async () => {
    const html = await text(path);
    const said = (property: string) =>
      attribute(html, new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`, "g"));
    expect(said("og:title")).toEqual([page.title]);
    expect(said("og:description")).toEqual([page.description]);
    expect(said("og:url")).toEqual([running.url + path]);
    expect(said("og:image")).toEqual([`${running.url}/${shareImage(path)}`]);
    const picture = await ask(`/${shareImage(path)}`);
    expect(picture.headers["content-type"]).toBe("image/png");
    expect([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
    expect(said("twitter:card")).toEqual(["summary_large_image"]);
    for (const [, data] of html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)) {
      expect(JSON.parse(data!)["@context"]).toBe("https://schema.org");
    }
  });

  test("comes compressed to whoever takes that, as the same bytes, and not again to whoever has them", async () => {
    const plain = await ask(path);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [accepted, encoding, decode] of [
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["br;q=0.5, gzip;q=0.8", "gzip", gunzipSync],
      ["br;q=0, *;q=0.1", "gzip", gunzipSync],
    ] as const) {
      const answer = await ask(path, { "accept-encoding": accepted });
      expect(answer.headers["content-encoding"], accepted).toBe(encoding);
      expect(answer.headers["content-length"]).toBe(String(answer.bytes.length));
      expect(decode(answer.bytes).equals(plain.bytes)).toBe(true);
      expect(answer.headers.vary).toBe("accept-encoding");
      expect(answer.headers.etag).not.toBe(plain.headers.etag);
      const again = await ask(path, { "accept-encoding": accepted, "if-none-match": `"x", W/${answer.headers.etag}` });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, answer.headers.etag]);
      expect(again.headers.vary).toBe("accept-encoding");
    }
    expect((await ask(path, { "accept-encoding": "br;q=0, identity" })).headers["content-encoding"]).toBeUndefined();
    expect((await ask(path, { "if-none-match": '"another"' })).status).toBe(200);
  });

  test("answers HEAD with the head of GET", async () => {
    const clients: Record<string, string>[] = [{}, { "accept-encoding": "br" }];
    for (const headers of clients) {
      const { date: _d, "x-request-id": _i, ...head } = (await ask(path, headers, "HEAD")).headers;
      const { date: _e, "x-request-id": _j, ...get } = (await ask(path, headers)).headers;
      expect(head).toEqual(get);
    }
  });
});

test("structured data tells the plans' prices and the questions that the page answers, and nothing else", async () => {
  const html = await text("/");
  const [, data] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)!;
  const things = JSON.parse(data!)["@graph"] as Record<string, any>[];
  expect(things.map((thing) => thing["@type"])).toEqual(["Organization", "WebSite", "SoftwareApplication", "FAQPage"]);
  const prices = plans.flatMap(({ price }) => [price.monthly, price.yearly]).filter((price) => price !== null);
  const offered = things[2]!["offers"].map(({ priceSpecification: item }: any) => item.price ?? item.minPrice);
  expect(offered).toEqual(prices);
  const visible = html.slice(html.indexOf("<body"));
  for (const { name, acceptedAnswer } of things[3]!["mainEntity"]) {
    for (const said of [name, acceptedAnswer.text]) expect(visible).toContain(said);
  }
  expect(await text("/pricing")).toContain('"@type":"SoftwareApplication"');
  expect(await text("/privacy")).not.toContain("ld+json");
});

test("robots.txt closes what is no page, and names the sitemap", async () => {
  const lines = (await text("/robots.txt")).split("\n");
  for (const path of ["/dashboard", "/api", "/dev", "/invite", "/logout", "/reset-password"])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain(`Sitemap: ${running.url}/sitemap.xml`);
  for (const { path } of publicPages) expect(lines).not.toContain(`Disallow: ${path}`);
});

test("what is not a public page is not to be found: 404, workspace and log-out say noindex", async () => {
  const unlisted = unlistedPages.map(({ path }) => path);
  for (const path of ["/nowhere", "/404", "/dashboard", "/logout", "/pricing/index.html", ...unlisted]) {
    const answer = await ask(path);
    expect(await text("/sitemap.xml")).not.toContain(`${path}<`);
    expect([path, answer.headers["x-robots-tag"]]).toEqual([path, "noindex"]);
    expect(answer.bytes.toString()).not.toContain("canonical");
  }
  expect((await ask("/nowhere", { "accept-encoding": "br" })).status).toBe(404);
  expect((await ask("/pricing/index.html")).status).toBe(404);
});

test("no two pages share a picture, and none shares a title", async () => {
  const pictures = await Promise.all(publicPages.map(async ({ path }) => (await ask(`/${shareImage(path)}`)).bytes));
  expect(new Set(pictures.map((bytes) => bytes.toString("base64"))).size).toBe(publicPages.length);
  expect(new Set(publicPages.map(({ title }) => title)).size).toBe(publicPages.length);
});

test("the icon of a tab shows on light and on dark bars", async () => {
  const icon = (await ask("/favicon.svg")).bytes.toString();
  expect(icon).toMatch(/@media \(prefers-color-scheme: ?dark\)/);
  const html = await text("/");
  expect(attribute(html, /<link rel="icon" href="([^"]*)"/g)).toEqual(["/favicon.svg"]);
});

test("every asset comes compressed for ever", async () => {
  const html = await text("/");
  const assets = attribute(html, /"(\/assets\/[^"]+\.(?:js|css))"/g);
  expect(assets.length).toBeGreaterThan(2);
  for (const path of new Set(assets)) {
    const plain = await ask(path);
    const { headers, bytes } = await ask(path, { "accept-encoding": "br" });
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    // A few hundred bytes are not worth it.
    expect(headers["content-encoding"], path).toBe(plain.bytes.length > 400 ? "br" : undefined);
    expect(bytes.length).toBeLessThanOrEqual(plain.bytes.length);
  }
  for (const path of ["/apple-touch-icon.png", "/site.webmanifest", "/icon-512.png", "/favicon.svg"])
    expect((await ask(path)).status).toBe(200);
});

test("security.txt says whom to tell of a weakness, and until when that is true (RFC 9116)", async () => {
  const { status, headers, bytes } = await ask("/.well-known/security.txt");
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=UTF-8"]);
  const fields = new Map(
    bytes
      .toString()
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
  expect(fields.get("Contact")).toBe("mailto:support@example.test");
  expect(fields.get("Canonical")).toBe(`${running.url}/.well-known/security.txt`);
  const days = (Date.parse(fields.get("Expires")!) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(178);
  expect(days).toBeLessThan(365);
});
