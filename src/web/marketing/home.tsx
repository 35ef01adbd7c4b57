import { ButtonLink } from "#web/design/button.tsx";
import { Logo } from "#web/design/logo.tsx";
import { useSignedIn } from "#web/presence.ts";

export const meta = () => [
  { title: "Exhibit" },
  {
    name: "description",
    content: "Evidence for security and privacy compliance: collected, numbered, sealed, and verifiable by anyone.",
  },
];

/** The public front door until the landing page opens: one statement on a numbered sheet, and the two ways in. */
export default function Home() {
  const signedIn = useSignedIn();
  return (
    <div className="pleading">
      <header className="pleading-head">
        <Logo />
        <nav aria-label="Top" className="flex gap-2">
          {signedIn ? (
            <>
              <ButtonLink kind="quiet" to="/logout">
                Logout
              </ButtonLink>
              <ButtonLink kind="primary" to="/dashboard">
                Dashboard
              </ButtonLink>
            </>
          ) : (
            <ButtonLink kind="primary" to="/login">
              Sign In
            </ButtonLink>
          )}
        </nav>
      </header>
      <main className="pleading-sheet">
        <ol className="pleading-numbers" aria-hidden="true">
          {Array.from({ length: 28 }, (_, line) => (
            <li key={line}>{line + 1}</li>
          ))}
        </ol>
        <h1>Evidence for security and privacy compliance, collected, numbered, sealed, and verifiable by anyone.</h1>
      </main>
    </div>
  );
}
