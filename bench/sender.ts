import { randomBytes } from "node:crypto";

// Sends fifty files of 20 MB at once, in a process of its own, so that whoever measures something else is not slowed by it.

const [url, cookie] = process.argv.slice(2) as [string, string];
const body = randomBytes(20 * 1_000_000);
const headers = (index: number) => ({
  cookie,
  "content-type": "application/octet-stream",
  "sec-fetch-site": "same-origin",
  "x-forwarded-for": `10.6.0.${index + 1}`,
});
const answers = await Promise.all(
  Array.from({ length: 50 }, (_, index) => fetch(url, { method: "POST", headers: headers(index), body })),
);
process.exit(answers.every(({ status }) => status === 201) ? 0 : 1);
