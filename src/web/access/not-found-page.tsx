import { ButtonLink } from "#web/design/button.tsx";
import { Logo } from "#web/design/logo.tsx";

/** The page for an address that leads nowhere; also what the router shows for a 404 of its own. */
export function NotFound() {
  return (
    <main className="mx-auto max-w-2xl px-4 py-6 md:px-8">
      <Logo />
      <p className="mt-20 font-serif text-4xl font-medium tracking-tight">404</p>
      <h1 className="title-page mt-1">Page Not Found</h1>
      <div className="oxford-rule my-4" />
      <p className="text-ink-2">Oops! The page you're looking for doesn't exist or has been moved.</p>
      <p className="mt-6">
        <ButtonLink kind="primary" to="/">
          Return to Home
        </ButtonLink>
      </p>
    </main>
  );
}
