import { useEffect, useEffectEvent } from "react";
import { matchPath } from "react-router";
import { api, queryClient } from "#web/api.ts";
import { screens } from "../screens.ts";

/** A pointer that rests so long on a link means to press it. */
const MEANT_MS = 65;

/**
 * Fetches what a page of the workspace needs as soon as somebody points at a link to it, or comes to it by keyboard: its code, and the
 * answer that it begins with.
 */
export function usePrefetch(companyId: string | undefined) {
  const prefetch = useEffectEvent((link: HTMLAnchorElement) => {
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname + url.search === location.pathname + location.search) return;
    prefetchCode(url.pathname);
    if (companyId !== undefined) prefetchData(companyId, url);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function meant(event: Event) {
      clearTimeout(timer);
      if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="/dashboard"]');
      if (link) timer = setTimeout(() => prefetch(link), MEANT_MS);
    }
    document.addEventListener("pointerover", meant);
    document.addEventListener("focusin", meant);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", meant);
      document.removeEventListener("focusin", meant);
    };
  }, []);
}

function prefetchCode(pathname: string): void {
  const all = screens.flatMap((screen) => [...(screen.over ?? []), screen]);
  const wanted = all.find(({ path }) => matchPath(`/dashboard/${path}`, pathname));
  // Where it cannot be had, going there says so.
  wanted?.load().catch(() => {});
}

function prefetchData(companyId: string, { pathname, searchParams }: URL): void {
  const [place = "", id = ""] = pathname.split("/").slice(2);
  const [item, control] = [searchParams.get("item"), searchParams.get("control")];
  const controlId = place === "controls" ? id : control;
  if (place === "") void queryClient.prefetchQuery(api.companies.overview.queryOptions({ input: { companyId } }));
  if (place === "projects" && id === "")
    void queryClient.prefetchQuery(api.projects.list.queryOptions({ input: { companyId } }));
  if (place === "projects" && id !== "" && id !== "new")
    void queryClient.prefetchQuery(api.projects.get.queryOptions({ input: { companyId, projectId: id } }));
  if (controlId) void queryClient.prefetchQuery(api.controls.get.queryOptions({ input: { companyId, controlId } }));
  if (item) void queryClient.prefetchQuery(api.evidence.get.queryOptions({ input: { companyId, evidenceId: item } }));
}
