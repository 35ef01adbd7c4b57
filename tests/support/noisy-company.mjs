// A company that does as much as it is let, in a process of its own: started and stopped by lines on standard input, and of the lowest
// priority, so that what making the load costs is not taken from who is measured. Says at its end what it did.
import os from "node:os";
import readline from "node:readline";

os.setPriority(19);
const { url, cookie, company, lanes } = JSON.parse(process.argv[2]);
let going = false;
// From many addresses, so that only what holds for the company holds it back.
let turn = 0;
const answers = {};
const note = (what, status) => {
  const key = `${what} ${status}`;
  answers[key] = (answers[key] ?? 0) + 1;
};

const call = async (what, method, path, body, type = "application/json") => {
  try {
    const sent = body === undefined ? {} : { body };
    const headers = {
      origin: url,
      cookie,
      "x-forwarded-for": `198.51.100.${(turn += 1) % 200}`,
      ...(body === undefined ? {} : { "content-type": type }),
    };
    const response = await fetch(`${url}/api/v1/companies/${company}${path}`, { method, headers, ...sent });
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    const answer = isJson ? await response.json() : await response.arrayBuffer();
    note(what, response.status);
    return response.ok ? answer : undefined;
  } catch {
    note(what, "broken");
    return undefined;
  }
};

const file = new Uint8Array(1024 ** 2).fill(65);
const works = {
  upload: (n) => {
    const query = new URLSearchParams({ name: `File ${n}`, fileName: "a.txt", type: "Document", controls: "XC-01" });
    return call("upload", "POST", `/evidence?${query}`, file, "application/octet-stream");
  },
  export: async () => {
    const made = await call("export", "POST", "/exports", "{}");
    if (made) await call("bundle", "GET", `/exports/${made.id}/bundle`);
  },
  note: (n) => call("note", "POST", "/controls/XC-01/notes", JSON.stringify({ body: `Note ${n}` })),
  search: () => call("search", "GET", "/search?text=file"),
  home: () => call("home", "GET", "/overview"),
};

const lane = async (work) => {
  for (let n = 0; ; n += 1) {
    while (!going) await new Promise((resolve) => setTimeout(resolve, 5));
    await work(n);
  }
};
for (const [name, count] of Object.entries(lanes)) for (let at = 0; at < count; at += 1) void lane(works[name]);

for await (const line of readline.createInterface({ input: process.stdin })) {
  if (line === "go") going = true;
  if (line === "rest") going = false;
  if (line === "say") process.stdout.write(`${JSON.stringify(answers)}\n`);
  if (line === "end") process.exit(0);
}
