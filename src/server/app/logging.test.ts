import { expect, test } from "vitest";
import { createLogger } from "./logging.ts";

/** What `write` makes a logger print, as text and as the object of its last line. */
function printed(write: (log: ReturnType<typeof createLogger>) => void) {
  let text = "";
  write(createLogger({ role: "web" }, { write: (line) => (text += line) }));
  return { text, line: JSON.parse(text.trim().split("\n").at(-1)!) as Record<string, unknown> };
}

const CANARY = "canary-7f3a";

test("a line is JSON with time, level, role and what was said", () => {
  const { line } = printed((log) => log.info({ company: "acme", items: 3 }, "collected"));
  expect(line).toMatchObject({ level: "info", role: "web", company: "acme", items: 3, msg: "collected" });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test.each([
  "password",
  "newPassword",
  "access_token",
  "clientSecret",
  "authorization",
  "Set-Cookie",
  "cookie",
  "salt",
  "key",
  "wrapped_key",
  "apiKey",
  "x-api-key",
  "otp",
  "credentials",
])("the value under %s is never printed, at any depth", (key) => {
  const nested = { request: { headers: [{ [key]: CANARY }] }, map: new Map([[key, CANARY]]) };
  const { text } = printed((log) => {
    log.warn({ [key]: CANARY, nested }, "refused");
    log.child({ [key]: CANARY }).info("from a child");
    log.info("with %o inside", { [key]: { deep: CANARY } });
    log.info({ headers: new Headers({ [key.replace("_", "-")]: CANARY }) });
  });
  expect(text).not.toContain(CANARY);
  expect(text).toContain("[redacted]");
});

test.each([
  `connect postgres://app:${CANARY}@db.example.com/exhibit failed`,
  `GET /login?access_token=${CANARY}&type=signup`,
  `sent Authorization: Bearer ${CANARY}`,
  `PASSWORD=${CANARY}`,
  `eyJhbGciOiJIUzI1NiJ9.${CANARY}.c2ln`,
])("a secret inside a text is not printed: %s", (text) => {
  const said = printed((log) => {
    log.info(text);
    log.error(new Error(text, { cause: new Error(text) }));
    log.info({ url: text }, "with %s", text);
  });
  expect(said.text).not.toContain(CANARY);
});

test("an error shows its kind, message, code and causes, and none of the row it was about", () => {
  const refused = Object.assign(new Error("duplicate key value violates unique constraint"), {
    code: "23505",
    constraint: "users_email_key",
    detail: `Key (email)=(${CANARY}) already exists.`,
    parameters: [CANARY],
  });
  const { text, line } = printed((log) => log.error({ err: new TypeError("outer", { cause: refused }) }, "failed"));
  expect(line.err).toMatchObject({
    type: "TypeError",
    message: "outer",
    stack: expect.stringContaining("logging.test.ts") as string,
    cause: { code: "23505", constraint: "users_email_key" },
  });
  expect(text).not.toContain(CANARY);
});

test("an error alone brings its message along", () => {
  expect(printed((log) => log.error(new Error("disk full"))).line).toMatchObject({
    msg: "disk full",
    err: { type: "Error" },
  });
});

test("bytes are counted, circles are cut, and ordinary words are left alone", () => {
  const circle: Record<string, unknown> = { monkey: "banana", hasToken: true, note: "key findings" };
  circle.self = circle;
  const { line } = printed((log) => log.info({ circle, bytes: Buffer.alloc(9) }));
  expect(line).toMatchObject({
    circle: { monkey: "banana", hasToken: true, note: "key findings", self: "[circular]" },
    bytes: "[9 bytes]",
  });
});
