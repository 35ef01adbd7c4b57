import { createHmac } from "node:crypto";
import { cookiesOf } from "#server/auth/cookies.ts";
import { newToken, sha256 } from "#server/auth/tokens.ts";
import { acknowledgingByHand } from "./acknowledgments-by-hand.ts";
import type { Filled } from "./fill-people.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";

const AT_ONCE = 8;

/** Somebody with a session of the staff portal, at an address of their own. */
interface Reader {
  readonly cookie: string;
  readonly formToken: string;
  readonly address: string;
}

/**
 * Acknowledgments over HTTP: the page with the text, then its form. Against what a careful engineer would write by hand for the same form
 * on the same machine, database and durability: {@link acknowledgingByHand}.
 */
export async function acknowledgmentRatios(
  filled: Filled,
  people: readonly { readonly id: string }[],
  versions: readonly string[],
): Promise<Ratio[]> {
  const readers = await signInAll(filled, people);
  const asked = readers.flatMap((reader) => versions.map((version) => ({ reader, version })));
  const url = (version: string) => `${filled.instance.url}/me/policies/${version}`;
  const texts = new Map<object, string>();
  const reading = await timed(() =>
    manyAtOnce(asked, async (each) => {
      const page = await ask(url(each.version), each.reader);
      texts.set(each, /name="text" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? "");
    }),
  );
  const keeping = await timed(() =>
    manyAtOnce(asked, async (each) => {
      const form = new URLSearchParams({ token: each.reader.formToken, text: texts.get(each)! });
      const page = await ask(url(each.version), each.reader, form);
      if (!page.includes("Your acknowledgment is recorded")) throw new Error(`not kept: ${page.slice(-400)}`);
    }),
  );
  const byHand = await acknowledgingByHand(
    filled.instance.admin,
    people,
    readers.map(({ cookie }) => cookie),
    versions,
  );
  const raw = await timed(() =>
    manyAtOnce(asked, async ({ reader, version }) => {
      const page = await ask(`${byHand.url}/${version}`, reader, new URLSearchParams({ text: byHand.text }));
      if (!page.includes("recorded")) throw new Error(page);
    }),
  );
  byHand.close();
  const [own, most, inAll] = [keeping, raw, reading + keeping].map((seconds) => asked.length / seconds) as [
    number,
    number,
    number,
  ];
  return [
    {
      what: "acknowledgments a second in one company over HTTP, each text read and kept / 200",
      figures: `${inAll.toFixed(0)} a second, ${asked.length} in all`,
      ratio: inAll / 200,
      goal: { atLeast: 1 },
    },
    {
      what: "acknowledgments kept a second over HTTP / a page by hand: session, hash, row and leaf under one head, receipt in line",
      figures: `${own.toFixed(0)} / ${most.toFixed(0)} a second`,
      ratio: own / most,
      goal: { atLeast: 0.8 },
    },
  ];
}

async function signInAll({ instance, companyId }: Filled, people: readonly { readonly id: string }[]) {
  const tokens = people.map(() => newToken());
  await instance.admin.query(
    `INSERT INTO app.staff_sessions (company_id, token_sha256, person_id, email, created_at, expires_at, address, user_agent)
      SELECT $1, x.token, x.person, r.fields ->> 'email', now(), now() + interval '1 hour', '', ''
      FROM unnest($2::uuid[], $3::bytea[]) x (person, token) JOIN app.records r ON r.company_id = $1 AND r.id = x.person`,
    [companyId, people.map(({ id }) => id), tokens.map(sha256)],
  );
  const cookies = cookiesOf(instance.url);
  return tokens.map((token, at): Reader => ({
    cookie: cookies.set("staff", token, 3_600).split(";")[0]!,
    formToken: createHmac("sha256", token).update("staff form").digest("base64url"),
    address: `10.1.${Math.floor(at / 250)}.${(at % 250) + 1}`,
  }));
}

async function ask(url: string, { cookie, address }: Reader, form?: URLSearchParams): Promise<string> {
  const headers = { cookie, "x-forwarded-for": address, origin: new URL(url).origin };
  const answer = await fetch(url, form ? { method: "POST", headers, body: form } : { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return await answer.text();
}

async function manyAtOnce<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const waiting = all.values();
  const worker = async () => {
    for (const each of waiting) await work(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
