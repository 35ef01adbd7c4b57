import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { client, queryClient } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { companyChoice } from "#web/company-choice.ts";
import { forgetRecent } from "#web/recent-commands.ts";
import { toast } from "#web/design/toast-list.ts";
import { forgetKeptForms, keepOpenForms } from "#web/kept-forms.ts";
import { isSigningOut, onSessionNews, tellPresence } from "#web/presence.ts";
import { onSessionEnded } from "#web/app-error.ts";
import { rememberReturnPath } from "#web/return-path.ts";
import { isPulseDue, pulse } from "#web/session-pulse.ts";

const moves = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const;

/** Longer than a page takes to leave. */
const STAYED_MS = 5000;

/**
 * Keeps the workspace in step with the session: leads to /login when it has ended, follows what other tabs do, and says
 * that the person is there for as long as they are.
 */
export function useSessionWatch(personId: string, inDemo: boolean): void {
  const navigate = useNavigate();
  // Several answers may say it at once, and the first has said everything. Who then chose to stay on the page is told again.
  const left = useRef(false);
  const leave = () => {
    left.current = true;
    setTimeout(() => (left.current = false), STAYED_MS);
  };

  const heard = useEffectEvent((signedIn: string | null) => {
    if (signedIn === personId || left.current) return;
    leave();
    forgetKeptForms();
    companyChoice.clear();
    forgetRecent();
    queryClient.clear();
    if (signedIn !== null) return location.reload();
    tellPresence(false);
    toast.info("You signed out in another tab.");
    void navigate("/login");
  });

  /** The session ended by itself: they come back to this page, and to what they had typed. */
  const ended = useEffectEvent(() => {
    if (left.current) return;
    if (isSigningOut()) return heard(null);
    leave();
    if (!inDemo) {
      rememberReturnPath(location.pathname + location.search + location.hash, personId);
      keepOpenForms();
    }
    queryClient.clear();
    tellPresence(false);
    toast.info(inDemo ? "The demo has ended. Nothing was kept." : "Your session has ended. Please sign in again.");
    void navigate("/login");
  });

  useEffect(() => onSessionEnded(ended), []);
  useEffect(() => onSessionNews(heard), []);
  useEffect(beat, []);
}

/** Tells the server that the person is there: when they come back to the page, and now and then while they work. */
function beat(): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  let told = timeNow().getTime();
  let moved = told;

  function tellServer() {
    told = timeNow().getTime();
    // An answer that the session has ended is heard of by itself; any other failure leaves it as it is.
    client.session.refresh({}).catch(() => {});
  }
  const move = () => void (moved = timeNow().getTime());
  const comeBack = () => {
    if (document.visibilityState === "visible" && timeNow().getTime() - told >= pulse.afterFocusMs) tellServer();
  };

  for (const kind of moves) addEventListener(kind, move, { passive: true, capture: true, signal });
  addEventListener("focus", comeBack, { signal });
  document.addEventListener("visibilitychange", comeBack, { signal });
  // A page that the browser had put away whole has heard nothing since.
  addEventListener("pageshow", ({ persisted }) => persisted && tellServer(), { signal });
  const clock = setInterval(() => isPulseDue({ now: timeNow().getTime(), told, moved }) && tellServer(), pulse.checkMs);
  return () => {
    leaving.abort();
    clearInterval(clock);
  };
}
