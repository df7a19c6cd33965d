#!/usr/bin/env python3
"""Kills `findie notify` at random instants and counts what the devices received.

  Tests/Faults/kill_notify.py [--kills 200] [--devices 20000] [--bin .build/release]

`loopback-partners` is in the place of Firebase Cloud Messaging. No device may receive a message twice. Each
message must be in the ledger as sent, or be listed as uncertain; and what a device received must be one of these.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

NIGHT, NOON = "2026-03-31T02:00:00Z", "2026-03-31T12:00:00Z"


def write(file, records):
    file.write_text("".join(json.dumps(record) + "\n" for record in records))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--devices", type=int, default=20000)
    parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path(".build/release"))
    options = parser.parse_args()
    programs = options.bin.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(programs, folder, options.devices)
        partners = subprocess.Popen(
            [programs / "loopback-partners"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            sys.exit(kill(programs, folder, partners, options))
        finally:
            partners.terminate()


def prepare(programs, folder, devices):
    """A published night, of players who all get weekly picks."""
    export = folder / "input"
    export.mkdir()
    write(export / "games.ndjson", [
        {"id": f"g{game}", "title": f"Game {game}", "developerId": f"d{game % 4}",
         "genres": [["rpg"], ["puzzle"], ["action"]][game % 3], "releaseStatus": "released",
         "releaseDate": f"2026-01-{game + 1:02}", "isActive": True}
        for game in range(12)])
    write(export / "users.ndjson", [
        {"id": f"u{user}", "createdAt": "2026-01-05", "notificationsEnabled": True}
        for user in range(40)])
    write(export / "interactions.ndjson", [
        {"id": f"e{day}-{user}-{step}", "userId": f"u{user}", "gameId": f"g{(user + step) % 12}",
         "action": ["like", "dislike", "wishlist"][(user + day + step) % 3],
         "timestamp": f"2026-03-{day:02}T10:{user:02}:00Z"}
        for day in range(1, 31) for user in range(40) for step in range(2)])
    write(export / "devices.ndjson", [
        {"userId": f"u{device % 40}", "fcmToken": f"ok-{device}", "timeZone": "UTC"}
        for device in range(devices)])
    key = subprocess.run(
        ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
        capture_output=True, check=True, text=True).stdout
    account = folder / "account.json"
    account.touch(mode=0o600)
    account.write_text(json.dumps(
        {"client_email": "night@p.example.com", "project_id": "p", "private_key": key}))
    result = subprocess.run(
        [programs / "findie", "run", "nightly", "--input", export, "--workspace",
         folder / "workspace", "--now", NIGHT],
        env=dict(os.environ, FINDIE_KEY="a key of the tests"), capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"the night failed: {result.stderr}")


def kill(programs, folder, partners, options):
    address = f"http://127.0.0.1:{json.loads(partners.stdout.readline())['port']}"
    settings = folder / "partners.yaml"
    settings.write_text("endpoints:\n" + "".join(
        f'  {name}: {{address: "{address}/{path}", requests: 100000, seconds: 1}}\n'
        for name, path in {"googleToken": "google/token", "fcm": "fcm/{name}/messages:send"}.items()))
    command = [
        programs / "findie", "notify", "--input", folder / "input", "--workspace",
        folder / "workspace", "--settings", settings, "--now", NOON, "--json"]
    environment = dict(
        os.environ, FINDIE_KEY="a key of the tests", FINDIE_FCM_SERVICE_ACCOUNT=folder / "account.json")

    random.seed(26)
    ledger = folder / "workspace/notify/ledger.ndjson"
    killed = 0
    while killed < options.kills:
        began = time.time_ns()
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if random.random() < 0.8:
            # The run changes the ledger when it begins to send.
            while process.poll() is None and not (
                    ledger.exists() and ledger.stat().st_mtime_ns >= began):
                time.sleep(0.002)
        time.sleep(random.uniform(0, 0.08))
        if process.poll() is not None:
            return f"all messages were sent after {killed} kills; pass more --devices"
        process.send_signal(signal.SIGKILL)
        process.wait()
        killed += 1
    last = subprocess.run(command, env=environment, capture_output=True, text=True)
    if last.returncode != 0:
        return f"the last run failed: {last.stderr}"

    requests = json.loads(urllib.request.urlopen(f"{address}/control/requests").read())
    received = collections.Counter(
        json.loads(request["body"])["message"]["token"]
        for request in requests if request["path"].endswith("messages:send"))
    # The server answers the first message with 401; FCM did not take it, and it is sent again.
    repeated = sum(received.values()) - len(received) - 1
    states = collections.Counter(
        json.loads(line)["state"] for line in ledger.read_text().splitlines() if line)
    uncertain = len(json.loads(last.stdout)["uncertain"])
    unsent = options.devices - sum(states.values())
    print(
        f"{killed} kills; {options.devices} messages: {len(received)} received, {max(repeated, 0)} twice; "
        f"{states['sent']} recorded as sent, {uncertain} listed as uncertain, {unsent} lost")
    correct = (
        repeated <= 0 and unsent == 0 and states["sending"] == uncertain
        and states["sent"] <= len(received) <= states["sent"] + uncertain)
    return 0 if correct else 1


if __name__ == "__main__":
    main()
