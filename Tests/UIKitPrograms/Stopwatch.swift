// A stopwatch with a table of laps.
// Licensed under the MIT license; see LICENSE.

import UIKit

class StopwatchViewController: UIViewController {
  let timeLabel = UILabel()
  let startButton = UIButton(type: .system)
  let lapButton = UIButton(type: .system)
  let tableView = UITableView(frame: .zero, style: .plain)

  private(set) var laps: [TimeInterval] = []
  private var timer: Timer?
  private var elapsed: TimeInterval = 0
  private var startedAt: TimeInterval = 0
  private var isRunning: Bool { timer != nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    timeLabel.font = .monospacedDigitSystemFont(ofSize: 40, weight: .thin)
    timeLabel.textAlignment = .center
    timeLabel.adjustsFontSizeToFitWidth = true
    timeLabel.minimumScaleFactor = 0.5
    timeLabel.baselineAdjustment = .alignCenters

    startButton.addAction(UIAction { [unowned self] _ in toggle() }, for: .touchUpInside)
    lapButton.addAction(UIAction { [unowned self] _ in lap() }, for: .touchUpInside)
    lapButton.setTitle("Lap", for: .normal)
    for button in [startButton, lapButton] {
      button.layer.cornerRadius = 18
      button.layer.masksToBounds = true
      button.backgroundColor = .tertiarySystemFill
      button.titleLabel?.font = .systemFont(ofSize: 16)
    }

    tableView.dataSource = self
    tableView.allowsSelection = false
    tableView.rowHeight = 36
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Lap")
    tableView.tableFooterView = UIView()
    [timeLabel, startButton, lapButton, tableView].forEach { view.addSubview($0) }
    refresh()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let width = view.bounds.width
    timeLabel.frame = CGRect(x: 20, y: 20, width: width - 40, height: 60)
    lapButton.frame = CGRect(x: 20, y: 90, width: 80, height: 36)
    startButton.frame = CGRect(x: width - 100, y: 90, width: 80, height: 36)
    tableView.frame = CGRect(x: 0, y: 140, width: width, height: view.bounds.height - 140)
  }

  private func toggle() {
    if let timer = timer {
      timer.invalidate()
      self.timer = nil
      elapsed += CACurrentMediaTime() - startedAt
    } else {
      startedAt = CACurrentMediaTime()
      let timer = Timer(timeInterval: 1 / 30, repeats: true) { [weak self] _ in
        MainActor.assumeIsolated { self?.refresh() }
      }
      RunLoop.main.add(timer, forMode: .common)
      self.timer = timer
    }
    refresh()
  }

  private func lap() {
    guard isRunning else {
      elapsed = 0
      laps.removeAll()
      tableView.reloadData()
      refresh()
      return
    }
    let total = elapsed + CACurrentMediaTime() - startedAt
    laps.insert(total - laps.reduce(0, +), at: 0)
    tableView.performBatchUpdates {
      self.tableView.insertRows(at: [IndexPath(row: 0, section: 0)], with: .top)
    }
  }

  private func refresh() {
    let time = elapsed + (isRunning ? CACurrentMediaTime() - startedAt : 0)
    timeLabel.text = Self.format(time)
    startButton.setTitle(isRunning ? "Stop" : "Start", for: .normal)
    startButton.setTitleColor(isRunning ? .systemRed : .systemGreen, for: .normal)
    lapButton.setTitle(isRunning || elapsed == 0 ? "Lap" : "Reset", for: .normal)
    lapButton.isEnabled = isRunning || elapsed > 0
  }

  private static func format(_ time: TimeInterval) -> String {
    let hundredths = Int((time * 100).rounded())
    return String(
      format: "%02d:%02d,%02d",
      hundredths / 6000,
      hundredths / 100 % 60,
      hundredths % 100
    )
  }
}

extension StopwatchViewController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    laps.count
  }

  func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Lap", for: indexPath)
    cell.textLabel?.font = .monospacedDigitSystemFont(ofSize: 14, weight: .regular)
    cell.textLabel?.text =
      "Lap \(laps.count - indexPath.row)   \(Self.format(laps[indexPath.row]))"
    return cell
  }
}
