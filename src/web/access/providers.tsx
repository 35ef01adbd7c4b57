import { useEffect, useState } from "react";

/**
 * The providers that people may sign in with. All are in the prerendered page, so that nothing moves; the style sheet shows those that
 * this installation has, by what its server says on the document.
 */
export function Providers({ onLeave }: { onLeave?: () => void }) {
  const [own, setOwn] = useState("single sign-on");
  useEffect(() => setOwn(document.documentElement.dataset["singleSignOn"] ?? "single sign-on"), []);
  return ["single-sign-on", "google", "microsoft", "github"].map((key, at) => (
    <a
      key={key}
      className="button"
      data-kind="secondary"
      data-size="regular"
      data-wide
      data-provider={key}
      href={`/auth/${key}/start`}
      onClick={onLeave}
    >
      <span className="button-texts">Continue with {[own, "Google", "Microsoft", "GitHub"][at]}</span>
    </a>
  ));
}
