"""A headless Chromium, by its DevTools protocol over a pipe: messages end with a zero byte.

`check-report` and `check-inspector` use it. Clicks and keys are those of a user.
"""

import json
import os
import subprocess

# Seconds until a page must have done what was asked of it.
PATIENCE = 20


class Browser:
    def __init__(self, program, profile, size="1200,800"):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect():
            # The protocol's descriptors are 3 and 4; a copy keeps one from overwriting the other.
            reader, writer = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reader, 3)
            os.dup2(writer, 4)

        self.process = subprocess.Popen(
            [
                program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
                "--no-first-run", "--disable-dev-shm-usage", f"--window-size={size}",
                f"--user-data-dir={profile}", "about:blank",
            ],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.events = []
        self.last = 0
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    session = None

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if "method" in answer:
                self.events.append(answer)
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def read(self):
        while b"\0" not in self.buffer:
            part = os.read(self.input, 1 << 16)
            if not part:
                raise RuntimeError("Chromium has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def evaluate(self, expression):
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def open(self, url, condition="true"):
        """Opens a page and waits until everything is there, and two frames more."""
        self.call("Page.navigate", url=url)
        self.settle(f"document.readyState === 'complete' && ({condition})")

    def settle(self, condition="true"):
        met = self.evaluate(
            "new Promise(done => { const look = () => { let ready = false;"
            f" try {{ ready = !!({condition}); }} catch {{}}"
            " if (ready) requestAnimationFrame(() => done(true));"
            f" else if (performance.now() > end) done(false); else setTimeout(look, 10); }};"
            f" const end = performance.now() + {1000 * PATIENCE}; look(); }})"
        )
        if not met:
            status = self.evaluate("document.body.innerText")[-600:]
            raise AssertionError(f"after {PATIENCE} s this is not so: {condition}; page: {status}")

    def mouse(self, kind, x, y, **parameters):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **parameters)

    def place(self, selector):
        return self.evaluate(
            f"(() => {{ const r = document.querySelector('{selector}').getBoundingClientRect();"
            " return [r.x, r.y, r.width, r.height]; })()"
        )

    def click(self, selector):
        x, y, width, height = self.place(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x + width / 2, y + height / 2, button="left", clickCount=1)
        self.settle()

    def close(self):
        os.close(self.output)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
