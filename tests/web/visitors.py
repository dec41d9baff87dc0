"""Visitors of the page. Creating a browser profile takes longer than most tests, so visitors share them one after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Frame, Page, Request

# Visitors in tests know the games and do everything themselves, unless the test is about newcomers.
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
# Methods that change a page until undone; those that change it for good, so that the next visitor needs another
# page; and those that change a profile, so that it cannot be reused.
CHANGES = ("add_init_script", "expose_function", "route")
LISTENING = ("on", "once")
LASTING = ("add_locator_handler", "expose_binding", "route_web_socket", "set_extra_http_headers")
LASTING_LONGER = (*CHANGES, *LISTENING, *LASTING, "grant_permissions", "set_geolocation")
Kind = tuple[str, bool, bool, bool]


class Visitor:
    """A page in a profile of its own."""

    def __init__(self, browser: Browser, kind: Kind) -> None:
        self.kind = kind
        self.changed = self.used_up = False  # the page, the profile
        self._undone_by: list[Callable[[], None]] = []
        self.wrong: list[str] = []
        self._origins: set[str] = set()
        lang, phone, newcomer, offline = kind
        workers: Any = "allow" if offline else "block"
        self.context = browser.new_context(locale=LOCALES[lang], service_workers=workers, **(PHONE if phone else DESK))
        if not newcomer:
            self.context.add_init_script(AT_HOME)
        self.context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        self.context.on("requestfailed", self._note_failure)
        self.context.on("console", self._note_complaint)
        self.context.on("page", lambda page: page.on("framenavigated", self._note_place))
        self.page = self._open()

    def _open(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    def arrive(self, viewport: Any = None, color_scheme: Any = "light", reduced_motion: Any = "reduce") -> Page:
        """Start a visit. Without motion, tests do not wait for animations."""
        self.page.emulate_media(media="null", color_scheme=color_scheme, reduced_motion=reduced_motion)
        self.page.set_viewport_size(viewport or (PHONE if self.kind[1] else DESK)["viewport"])
        for name in (*CHANGES, *LISTENING, *LASTING):
            self._watch(self.page, name)
        for name in LASTING_LONGER:
            self._watch(self.context, name)
        self._watch(self.page.clock, "install")
        self._watch(self.context, "set_offline")
        self.changed = self.used_up = False
        return self.page

    def leave(self) -> bool:
        """End the visit and clear its traces; return whether the profile can be reused."""
        try:
            if self.used_up:
                self.context.close()
                return False
            self._leave_page()
            while self._undone_by:
                self._undone_by.pop()()
            for page in self.context.pages:
                if page is not self.page:
                    page.close()
            self.context.clear_cookies()
            devtools = self.context.new_cdp_session(self.page)
            for origin in self._origins:
                devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            devtools.detach()  # while it is there, print media cannot be emulated
            self._origins.clear()
        except Error:
            self.context.close()
            return False
        return True

    def _leave_page(self) -> None:
        if self.changed:
            self.page = self._open()
            return
        self.page.mouse.move(0, 0)
        # The page itself is not navigated away: the browser would start another process.
        self.page.evaluate("() => { sessionStorage.clear(); location.replace('about:blank'); }")
        self.page.wait_for_url("about:blank")

    def _watch(self, one: Any, name: str) -> None:
        """Make a method record what it changes."""
        if not hasattr(type(one), name):
            return
        change = getattr(type(one), name).__get__(one)

        def watched(*values: Any, **more: Any) -> Any:
            found = change(*values, **more)
            if name == "set_offline":
                self._undone_by.append(lambda: change(False))
            elif one is not self.page:
                self.used_up = True
            elif name in LISTENING:
                self._undone_by.append(lambda: one.remove_listener(*values))
            elif name in CHANGES:
                self._undone_by.append(found.close)
            else:
                self.changed = True
            return found

        setattr(one, name, watched)

    def _note_place(self, frame: Frame) -> None:
        if frame.url.startswith("http:"):
            self._origins.add("/".join(frame.url.split("/")[:3]))

    def _note_failure(self, request: Request) -> None:
        """Record requests to other sites: the browser can only reach this machine, so that all of them fail."""
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:http://127.0.0.1:")):
            self.wrong.append(f"asks {request.url}")

    def _note_complaint(self, said: ConsoleMessage) -> None:
        """Record the browser's complaints; that a server is away, or refuses something, is for the page to say."""
        if said.type == "error" and not said.text.startswith(("Failed to load resource", "WebSocket connection to")):
            self.wrong.append(said.text)
