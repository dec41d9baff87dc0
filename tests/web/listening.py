"""A page's announcements to screen readers: everything that appears in its live regions, in order."""

from __future__ import annotations

from playwright.sync_api import Page

SPEECH = """
  const said = window.said = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      const region = element?.closest("[aria-live], [role=status], [role=alert], [role=log]");
      if (!region || region.closest("[hidden]")) continue;
      const log = region.getAttribute("role") === "log";
      said.push(...(log ? [...addedNodes].map((node) => node.textContent) : [region.textContent]).filter(Boolean));
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
"""


def listen(page: Page) -> None:
    """Start recording announcements, on every page opened from now on."""
    page.add_init_script(SPEECH)


def hear(page: Page) -> list[str]:
    """Return the announcements since the last call."""
    return list(page.evaluate("said.splice(0)"))


def wait_to_hear(page: Page, words: str) -> list[str]:
    """Wait until some text is announced, and return all announcements up to then, since the last call."""
    page.wait_for_function("words => said.some((one) => one.includes(words))", arg=words)
    return hear(page)
