import { verifierHashes } from "#catalog/verifier-hashes.gen.ts";

const files = [
  ["verify.html", "a page for any browser"],
  ["verify.mjs", "a program for Node.js 20 or newer"],
] as const;

/** Where the verifier is, apart from every bundle, and what a copy of it is compared with. */
export function VerifierFiles() {
  return (
    <dl className="verifier-files">
      {files.map(([name, what]) => (
        <div key={name}>
          <dt>
            <a className="link" href={`/${name}`}>
              {name}
            </a>
            , {what}
          </dt>
          <dd aria-label={`SHA-256 of ${name}`}>{verifierHashes[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
