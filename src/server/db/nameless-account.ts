import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

/** Where Debian and others put nss_wrapper (cwrap.org), which answers who an id is from files that a variable names. */
const LIBRARIES = ["/usr/lib", "/usr/local/lib", "/usr/lib64"];
const LIBRARY = "libnss_wrapper.so";

/**
 * What the environment of PostgreSQL's `initdb` needs where this process runs under a user id that has no name on this machine, as
 * in a container that is given any id: `initdb` refuses to run without one. Writes two small files into `folder`; empty where the
 * id has a name.
 * @throws one sentence where nothing on this machine can give it a name.
 */
export function nameThisAccount(folder: string): Readonly<Record<string, string>> {
  if (hasName()) return {};
  const [uid, gid] = [process.getuid!(), process.getgid!()];
  const library = findLibrary();
  if (!library)
    throw new Error(
      `User id ${uid} has no name on this machine, and PostgreSQL asks for one: add it to /etc/passwd, install libnss-wrapper, or set DATABASE_URL.`,
    );
  const passwd = join(folder, "passwd");
  const group = join(folder, "group");
  writeFileSync(passwd, `exhibit:x:${uid}:${gid}::/:/bin/false\n`);
  writeFileSync(group, `exhibit:x:${gid}:\n`);
  return { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group };
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function findLibrary(): string | undefined {
  const folders = LIBRARIES.filter((folder) => existsSync(folder)).flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.endsWith("-linux-gnu"))
      .map((name) => join(folder, name)),
  ]);
  return folders.map((folder) => join(folder, LIBRARY)).find((file) => existsSync(file));
}
