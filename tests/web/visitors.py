"""Visitors of the page. To begin a browser's profile takes longer than most tests: one visitor after another has the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Frame, Page, Request

# Tests play for visitors who know the games and do everything themselves, unless they are about newcomers.
AT_HOME = """
  if (location.protocol === "http:" && !localStorage.getItem("banmen")) {
    const met = ["kariuchi", "moontrek", "holes58", "kuniumi", "qubism"].map((game) => [`met-${game}`, true]);
    localStorage.setItem("banmen", JSON.stringify({ forced: "none", ...Object.fromEntries(met) }));
  }
"""
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PATIENCE = 30_000  # milliseconds for a page on a busy machine
# What changes a profile for good, so that nobody can have it afterwards.
LASTING = (
    *("add_init_script", "add_locator_handler", "expose_binding", "expose_function", "on", "once", "route", "route_web_socket"),
    *("emulate_media", "set_extra_http_headers"),
    *("grant_permissions", "install", "new_page", "set_geolocation", "set_offline"),
)
Kind = tuple[str, bool, bool]


class Visitor:
    """A page in a profile of its own."""

    def __init__(self, browser: Browser, kind: Kind) -> None:
        self.kind, self.changed = kind, False
        self.wrong: list[str] = []
        self._origins: set[str] = set()
        lang, phone, newcomer = kind
        self.context = browser.new_context(locale=LOCALES[lang], **(PHONE if phone else DESK))
        if not newcomer:
            self.context.add_init_script(AT_HOME)
        self.context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        self.context.on("requestfailed", self._note_failure)
        self.context.on("console", self._note_complaint)
        self.context.on("page", lambda page: page.on("framenavigated", self._note_place))
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)

    def arrive(self, viewport: Any = None, color_scheme: Any = "light", reduced_motion: Any = "reduce") -> Page:
        """Begin a visit. Without motion, tests do not wait for it."""
        self.page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        self.page.set_viewport_size(viewport or (PHONE if self.kind[1] else DESK)["viewport"])
        for one in (self.page, self.context, self.page.clock):
            for name in LASTING:
                if hasattr(type(one), name):
                    setattr(one, name, self._noting(getattr(type(one), name).__get__(one)))
        self.changed = False
        return self.page

    def leave(self) -> bool:
        """End the visit and forget all of it; tell whether somebody else can have the profile."""
        try:
            if self.changed:
                self.context.close()
                return False
            self.page.mouse.move(0, 0)
            # The page itself goes to nowhere: sent there, the browser would begin another process.
            self.page.evaluate("() => { sessionStorage.clear(); location.replace('about:blank'); }")
            self.page.wait_for_url("about:blank")
            self.context.clear_cookies()
            devtools = self.context.new_cdp_session(self.page)
            for origin in self._origins:
                devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            devtools.detach()  # while it is there, pages cannot be shown as on paper
            self._origins.clear()
        except Error:
            self.context.close()
            return False
        return True

    def _noting(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*values: Any, **more: Any) -> Any:
            self.changed = True
            return change(*values, **more)

        return noted

    def _note_place(self, frame: Frame) -> None:
        if frame.url.startswith("http:"):
            self._origins.add("/".join(frame.url.split("/")[:3]))

    def _note_failure(self, request: Request) -> None:
        """Note what is asked for elsewhere: nothing but this machine can be found from the browser, so that all of it fails."""
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:http://127.0.0.1:")):
            self.wrong.append(f"asks {request.url}")

    def _note_complaint(self, said: ConsoleMessage) -> None:
        """Note what the browser complains about; that a server is away, or refuses something, is for the page to say."""
        if said.type == "error" and not said.text.startswith(("Failed to load resource", "WebSocket connection to")):
            self.wrong.append(said.text)
