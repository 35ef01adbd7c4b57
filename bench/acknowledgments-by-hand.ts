import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type pg from "pg";

/** A page for one thing, by hand. */
export interface ByHand {
  readonly url: string;
  /** The hash of the text that everybody acknowledges. */
  readonly text: string;
  close(): void;
}

/**
 * What somebody would write by hand for the form of an acknowledgment: the session by its hash, the text's hash, one function that adds the
 * row, its leaf under the head of a log and a receipt that is mailed later, and how many texts are left. All are committed before it answers.
 */
export async function acknowledgingByHand(
  admin: pg.Pool,
  people: readonly { readonly id: string }[],
  cookies: readonly string[],
  versions: readonly string[],
): Promise<ByHand> {
  const text = "a".repeat(64);
  await admin.query(`CREATE TABLE raw_sessions (token bytea PRIMARY KEY, person uuid);
    CREATE TABLE raw_versions (id uuid PRIMARY KEY, sha256 text);
    CREATE TABLE raw_acknowledgments (id uuid PRIMARY KEY, person uuid, version uuid REFERENCES raw_versions (id), sha256 text,
      at timestamptz, leaf bigint, UNIQUE (person, version));
    CREATE TABLE raw_leaves (seq bigint PRIMARY KEY, hash bytea, entry text);
    CREATE TABLE raw_receipts (id uuid PRIMARY KEY, person uuid, words text);
    CREATE TABLE raw_heads (id integer PRIMARY KEY, size bigint);
    INSERT INTO raw_heads VALUES (1, 0);
    CREATE FUNCTION raw_acknowledge(p_person uuid, p_version uuid, p_sha256 text, p_entry text) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE v_size bigint;
    BEGIN
      SELECT size INTO v_size FROM raw_heads WHERE id = 1 FOR UPDATE;
      IF NOT EXISTS (SELECT FROM raw_versions v WHERE v.id = p_version AND v.sha256 = p_sha256) THEN RETURN NULL; END IF;
      INSERT INTO raw_acknowledgments VALUES (gen_random_uuid(), p_person, p_version, p_sha256, now(), v_size);
      INSERT INTO raw_leaves VALUES (v_size, sha256(convert_to(p_entry, 'UTF8')), p_entry);
      UPDATE raw_heads SET size = v_size + 1 WHERE id = 1;
      INSERT INTO raw_receipts VALUES (gen_random_uuid(), p_person, p_entry);
      RETURN v_size;
    END $$`);
  await admin.query("INSERT INTO raw_versions SELECT x, $2 FROM unnest($1::uuid[]) x", [versions, text]);
  const hashOf = (cookie: string) => createHash("sha256").update(cookie).digest();
  await admin.query("INSERT INTO raw_sessions SELECT * FROM unnest($1::bytea[], $2::uuid[])", [
    cookies.map(hashOf),
    people.map(({ id }) => id),
  ]);
  const sessionOf = async (cookie: string): Promise<string | undefined> => {
    const asked = [hashOf(cookie)];
    return (await admin.query<{ person: string }>("SELECT person FROM raw_sessions WHERE token = $1", asked)).rows[0]
      ?.person;
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      const person = await sessionOf(request.headers.cookie ?? "");
      if (person === undefined) return undefined;
      const [version, sha256] = [request.url!.slice(1), new URLSearchParams(await bodyOf(request)).get("text")];
      const entry = JSON.stringify({ id: randomUUID(), person, version, sha256, at: new Date().toISOString() });
      const { rows } = await admin.query("SELECT raw_acknowledge($1, $2, $3, $4) AS leaf", [
        person,
        version,
        sha256,
        entry,
      ]);
      if (rows[0].leaf === null) return undefined;
      const left = await admin.query(
        "SELECT count(*) FROM raw_versions v WHERE NOT EXISTS (SELECT FROM raw_acknowledgments a WHERE a.version = v.id AND a.person = $1)",
        [person],
      );
      return `<!doctype html><title>Thank you</title><p>Your acknowledgment is recorded. ${left.rows[0].count} are left.`;
    };
    const end = (status: number, body: string) =>
      void response.writeHead(status, { "content-type": "text/html" }).end(body);
    answer().then(
      (page) => (page === undefined ? end(403, "no") : end(200, page)),
      () => end(500, "broke"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text,
    close: () => void server.close(),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
