"""A provider and a reader with nothing but Python's standard library.

Usage: any_language.py BASE_URL USER PASSWORD [COUNT] [OTHER_USER OTHER_PASSWORD]

Logs in, adds COUNT records, reads its own writes, pages through all of them with search_after, deletes some as their
owner (204) and some of another provider's (206), and says what it saw as one JSON object.
"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request

base, user, password = sys.argv[1:4]
count = int(sys.argv[4]) if len(sys.argv) > 4 else 10_000
other = sys.argv[5:7]


def call(method, path, body=None, token=None, headers=None):
    request = urllib.request.Request(base + path, method=method, headers=dict(headers or {}))
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", "Bearer " + token)
    try:
        with urllib.request.urlopen(request, timeout=120) as response:
            text = response.read()
            return response.status, response.headers, json.loads(text) if text else None
    except urllib.error.HTTPError as failure:
        return failure.code, failure.headers, json.loads(failure.read() or b"null")


def login(name, secret):
    status, _, answer = call("POST", "/api/auth/token", {"username": name, "password": secret})
    assert status == 200, (status, answer)
    return answer["access_token"]


def record(number):
    return {
        "dataset_metadata": {"repository": {"repository_id": "In-Situ"}, "time_content_revised": "2024-05-01T12:00:00Z"},
        "identification": {
            "identifier": {"pid": "https://doi.org/10.99999/ANY-%06d" % number, "pid_type": "DOI"},
            "title": "Ozone at Jülich, part %d" % number,
            "abstract": "Hourly ozone measured at a rural site.",
        },
        "usage_information": {"citation": "Jülich (2024)"},
        "product_type": "observation",
        "variables": [{"variable_name": "ozone amount fraction", "variable_matrix": "gas phase"}],
        "distribution_information": [{"data_format": "NETCDF"}],
        "temporal_extent": {
            "time_period_begin": "2020-01-%02dT%02d:00:00Z" % (number % 28 + 1, number % 24),
            "time_period_end": "2024-01-01T00:00:00Z",
        },
    }


def pids(token=None):
    found, after = [], None
    while True:
        search = {
            "query": {"prefix": {"identification.identifier.pid.keyword": "https://doi.org/10.99999/ANY-"}},
            "sort": [{"temporal_extent.time_period_begin": "asc"}, {"identification.identifier.pid.keyword": "asc"}],
            "size": 1000,
        }
        if after:
            search["search_after"] = after
        status, _, answer = call("POST", "/api/metadata/search", {"search": search})
        assert status == 200, (status, answer)
        hits = answer["response"]["hits"]["hits"]
        if not hits:
            return found, answer["response"]["hits"]["total"]["value"]
        found += [hit["_source"]["identification"]["identifier"]["pid"] for hit in hits]
        after = hits[-1]["sort"]


token = login(user, password)
position = None
for first in range(0, count, 2500):
    batch = [record(number) for number in range(first, min(first + 2500, count))]
    status, headers, answer = call("POST", "/api/provider/metadata/add", batch, token)
    assert status == 200, (status, answer)
    position = headers["Event-Position"]

last = urllib.parse.quote("https://doi.org/10.99999/ANY-%06d" % (count - 1))
own_write = 503
for _ in range(12):  # each waits for some seconds: a busy machine may need more of them
    own_write, _, _ = call("GET", "/api/metadata/record?pid=" + last, headers={"Min-Event-Position": position})
    if own_write != 503:
        break
call("GET", "/api/metadata/search?source=" + urllib.parse.quote('{"size":0}'), headers={"Min-Event-Position": position})
found, total = pids()

mine = ["https://doi.org/10.99999/ANY-%06d" % number for number in range(10)]
deleted, headers, _ = call("POST", "/api/provider/metadata/delete", mine, token)
gone, _, _ = call(
    "GET",
    "/api/metadata/record?pid=" + urllib.parse.quote(mine[0]),
    headers={"Min-Event-Position": headers["Event-Position"]},
)

partly = None
if other:
    theirs = dict(record(count + 1))
    status, _, answer = call("POST", "/api/provider/metadata/add", [theirs], login(*other))
    assert status == 200, (status, answer)
    theirs_pid = theirs["identification"]["identifier"]["pid"]
    status, _, answer = call("POST", "/api/provider/metadata/delete", [theirs_pid, "https://doi.org/10.99999/ANY-000010"], token)
    partly = {"status": status, **answer}

print(
    json.dumps(
        {
            "found": len(found),
            "different": len(set(found)),
            "total": total,
            "own_write": own_write,
            "deleted": deleted,
            "gone": gone,
            "partly": partly,
        }
    )
)
