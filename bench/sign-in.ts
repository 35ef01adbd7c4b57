import { argon2, randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { hashPassword } from "#server/auth/passwords.ts";
import { PASSWORD, Person } from "#tests/support/person.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";
import type { Instance } from "./instance.ts";
import { compare } from "./measure.ts";
import type { Ratio } from "./measure.ts";

const derive = promisify(argon2);

/** The parameters of src/server/auth/passwords.ts, given to the library itself. */
const rawHash = () =>
  derive("argon2id", {
    message: PASSWORD,
    nonce: randomBytes(16),
    tagLength: 32,
    memory: 19_456,
    passes: 2,
    parallelism: 1,
  });

const HASHES = 32;
const ACCOUNTS = 32;
const AT_ONCE = 8;
const ROUNDS = 3;

/** What a password costs: a hash against the library's own, and a whole sign-in over HTTP against its hash. */
export async function signInRatios(instance: Instance): Promise<Ratio[]> {
  // Before any other hash: memory that was given back once may be kept for the next.
  const memory = await mebibytes();
  const ratios: Ratio[] = [];
  for (const atOnce of [1, 4, 8]) {
    const [raw, ours] = await compare(
      ROUNDS,
      () => manyAtOnce(HASHES, atOnce, rawHash),
      () => manyAtOnce(HASHES, atOnce, () => hashPassword(PASSWORD)),
    );
    const alone = atOnce === 1 ? `, ${((ours / HASHES) * 1000).toFixed(1)} ms and ${memory} MiB each` : "";
    ratios.push({
      what: `argon2id hashes, ${atOnce} at once / raw crypto.argon2`,
      figures: `${rate(HASHES, ours)} / ${rate(HASHES, raw)} a second${alone}`,
      ratio: raw / ours,
      goal: { atLeast: 0.9 },
    });
  }
  return [...ratios, await signInRatio(instance)];
}

/** Sign-ins with solved challenges, by browsers that are known, against nothing but their hashes. */
async function signInRatio(instance: Instance): Promise<Ratio> {
  instance.believeForwarded();
  const people: Person[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) people.push(await signUp(instance, index));
  const proofs: string[] = [];
  for (let index = 0; index < ACCOUNTS * ROUNDS; index += 1)
    proofs.push(await solvedChallenge(instance.url, from(index)));
  const [hashes, signIns] = await compare(
    ROUNDS,
    () => manyAtOnce(ACCOUNTS, AT_ONCE, () => hashPassword(PASSWORD)),
    () =>
      manyAtOnce(ACCOUNTS, AT_ONCE, async (index) => {
        const person = people[index]!;
        person.cookie = "";
        const body = { email: person.email, password: PASSWORD, verification: proofs.pop() };
        const answer = await person.post("/session/sign-in", body, from(index));
        if (answer.status !== 200) throw new Error(`sign-in: ${JSON.stringify(answer.body)}`);
      }),
  );
  return {
    what: `sign-ins over HTTP, ${AT_ONCE} at once / their hashes alone`,
    figures: `${rate(ACCOUNTS, signIns)} / ${rate(ACCOUNTS, hashes)} a second`,
    ratio: hashes / signIns,
    goal: { atLeast: 0.7 },
  };
}

/** An account made as a visitor makes one. */
export async function signUp(
  instance: Pick<Instance, "url" | "mails"> & { readonly app: Pick<Instance["app"], "runTasks"> },
  index: number,
): Promise<Person> {
  const { url, app, mails } = instance;
  const person = new Person(url, `Person ${index}`, `person-${index}@example.test`);
  const headers = from(index);
  const signedUp = await person.post(
    "/session/sign-up",
    {
      firstName: "Person",
      lastName: String(index),
      email: person.email,
      password: PASSWORD,
      verification: await solvedChallenge(url, headers),
    },
    headers,
  );
  if (signedUp.status !== 200) throw new Error(`sign-up: ${JSON.stringify(signedUp.body)}`);
  const token = await tokenOf(person.email, { app, mails });
  const confirmed = await person.post("/session/confirm-email", { token }, headers);
  if (confirmed.status !== 200) throw new Error(`confirmation: ${JSON.stringify(confirmed.body)}`);
  person.id = confirmed.body.user.id;
  return person;
}

/** Other mails may be waiting before this one. */
const TURNS = 50;

async function tokenOf(
  email: string,
  { app, mails }: Pick<Instance, "mails"> & { readonly app: Pick<Instance["app"], "runTasks"> },
): Promise<string> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await app.runTasks();
    const mail = mails.findLast(({ to }) => to === email);
    const token = /access_token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
    if (token !== undefined) return token;
  }
  throw new Error(`no mail confirms ${email}`);
}

/** Everybody has an address of their own: one address alone is slowed down, as it should be. */
export function from(index: number): Record<string, string> {
  return { "x-forwarded-for": `10.0.${Math.floor(index / 250)}.${(index % 250) + 1}` };
}

async function manyAtOnce(count: number, atOnce: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const signIn = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, signIn));
}

/** How much more memory the process holds at the height of a hash. */
async function mebibytes(): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  let done = false;
  const hashing = hashPassword(PASSWORD).then(() => (done = true));
  while (!done) {
    most = Math.max(most, process.memoryUsage.rss());
    await setTimeout(1);
  }
  await hashing;
  return Math.round((most - before) / 2 ** 20);
}

const rate = (count: number, seconds: number) => (count / seconds).toFixed(1);
